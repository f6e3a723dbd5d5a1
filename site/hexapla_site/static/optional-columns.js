// Remembers from page to page whether the optional columns are shown. Showing them needs no script.
{
  const box = document.getElementById("optional-columns");
  const KEY = "hexapla-optional-columns";
  const restore = () => {
    try {
      box.checked = box.defaultChecked || localStorage.getItem(KEY) === "shown";
    } catch {
      // Where storage is forbidden, nothing is remembered.
    }
  };
  const remember = () => {
    try {
      localStorage.setItem(KEY, box.checked ? "shown" : "hidden");
    } catch {
      // As above.
    }
  };
  if (box) {
    restore();
    box.addEventListener("change", remember);
    addEventListener("pageshow", (event) => event.persisted && restore());
  }
}
