() => ({
  count: document.querySelector("#pair-count").textContent,
  urls: [...document.querySelectorAll("#pair-rows b")].map((each) => each.textContent),
  text: document.querySelector("#pair-rows").textContent.replace(/\s+/g, " "),
  links: [...document.querySelectorAll("#pair-rows a")].map((each) => each.getAttribute("href")),
});
