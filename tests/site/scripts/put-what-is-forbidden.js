() => {
  document.querySelector("main").innerHTML =
    "<img src=x onerror='window.broken = 1'><p style='color: red' id=styled></p>";
  const script = document.createElement("script");
  script.textContent = "window.broken = 2";
  document.body.append(script);
};
