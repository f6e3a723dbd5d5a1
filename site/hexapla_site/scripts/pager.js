// The arrow keys lead to the case before and the one behind, where no field or scroller wants them.
addEventListener("keydown", (event) => {
  const taken = event.target.closest("input, select, textarea, [role=region], [role=group]");
  if (taken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = relation && document.querySelector(`.pager a[rel=${relation}]`);
  if (link) link.click();
});
