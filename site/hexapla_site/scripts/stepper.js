// Goes through the steps of a table one at a time: standards that have the same text share a line,
// and lines part where a step differs. The table stays, and is all there is without a script.
{
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };

  // For each character of a text, the place of the same one in the text before; -1 for a new one.
  // It is the longest common subsequence.
  function placesBefore(before, after) {
    const longest = Array.from({ length: before.length + 1 }, () =>
      Array(after.length + 1).fill(0),
    );
    for (let i = before.length - 1; i >= 0; i -= 1) {
      for (let j = after.length - 1; j >= 0; j -= 1) {
        longest[i][j] =
          before[i] === after[j]
            ? longest[i + 1][j + 1] + 1
            : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    const places = Array(after.length).fill(-1);
    for (let i = 0, j = 0; i < before.length && j < after.length; ) {
      if (before[i] === after[j]) {
        places[j] = i;
        i += 1;
        j += 1;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) i += 1;
      else j += 1;
    }
    return places;
  }

  // What each column has after each step; where a step leaves the text, it stays.
  function stepsOf({ dataset }) {
    const columns = dataset.columns.split(";").map((column) => {
      const [id, name] = column.split("=");
      return { id, name };
    });
    const steps = [
      { title: "the link, as it stands on the page", texts: columns.map(() => dataset.reference) },
    ];
    for (const row of document.getElementById(dataset.steps).tBodies[0].rows) {
      const texts = [...steps.at(-1).texts];
      for (const result of row.querySelectorAll("[data-of]")) {
        const text = result.querySelector("bdi, .outcome").textContent;
        for (const id of result.dataset.of.split(" "))
          texts[columns.findIndex((column) => column.id === id)] = text;
      }
      const says = row.cells[1].cloneNode(true);
      for (const cited of says.querySelectorAll(".cited")) cited.remove();
      const takers = columns
        .filter(({ id }) => row.classList.contains(`of-${id}`))
        .map(({ name }) => name);
      const who = takers.length < columns.length ? `${takers.join(", ")}: ` : "";
      const title = says.textContent
        .trim()
        .replace(/\s+/g, " ")
        .replace(/ (?=[;,:])/g, "");
      steps.push({ title: who + title, texts });
    }
    return { columns, steps, all: "all" in dataset };
  }

  function show(place, { columns, steps, all }, number, from) {
    const rects = new Map();
    for (const text of place.rows.querySelectorAll("[data-columns]")) {
      const all = [...text.children].map((sign) => sign.getBoundingClientRect());
      for (const at of text.dataset.columns.split(" ")) rects.set(Number(at), all);
    }
    const groups = new Map();
    columns.forEach(({ id }, at) => {
      if (document.documentElement.classList.contains(`without-${id}`)) return;
      const text = steps[number].texts[at];
      groups.set(text, [...(groups.get(text) ?? []), at]);
    });
    place.rows.replaceChildren(
      ...[...groups].map(([text, members]) => {
        const before = steps[from].texts[members[0]];
        const places = placesBefore(Array.from(before), Array.from(text));
        const signs = Array.from(text, (sign, at) =>
          make("span", places[at] < 0 ? "new" : "", sign),
        );
        const line = make("bdi", "", ...signs);
        line.dataset.columns = members.join(" ");
        const names =
          all && members.length === columns.length
            ? "all standards"
            : members.map((at) => columns[at].name).join(", ");
        const row = make("p", "step-row", line, " ", make("span", "note", names));
        row.moving = () =>
          signs.forEach((sign, at) => {
            const old = rects.get(members[0])?.[places[at]];
            const now = sign.getBoundingClientRect();
            const start = old
              ? { translate: `${old.x - now.x}px ${old.y - now.y}px` }
              : { opacity: 0 };
            sign.animate([start, {}], { duration: 450, easing: "ease-in-out" });
          });
        return row;
      }),
    );
    if (!still.matches) for (const row of place.rows.children) row.moving();
    place.told.textContent = `${number} of ${steps.length - 1}: ${steps[number].title}`;
    // A button that is disabled would lose the focus, and the keys with it.
    place.back.setAttribute("aria-disabled", number === 0);
    place.on.setAttribute("aria-disabled", number === steps.length - 1);
  }

  for (const stepper of document.querySelectorAll(".stepper")) {
    const found = stepsOf(stepper);
    stepper.setAttribute("role", "group");
    stepper.setAttribute("aria-label", "Step by step");
    const place = {
      back: make("button", "", "◀"),
      on: make("button", "", "▶"),
      told: make("span", ""),
      rows: make("div", "step-rows"),
    };
    let number = 0;
    const go = (by) => {
      const next = Math.min(Math.max(number + by, 0), found.steps.length - 1);
      const from = number;
      number = next;
      show(place, found, number, from);
    };
    for (const [button, by, label] of [
      [place.back, -1, "Step back"],
      [place.on, 1, "Next step"],
    ]) {
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => go(by));
    }
    place.told.setAttribute("role", "status");
    stepper.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft") go(-1);
      if (key === "ArrowRight") go(1);
    });
    document.addEventListener("change", (event) => event.target.closest(".switches") && go(0));
    stepper.append(
      make("p", "step-controls", place.back, " ", place.on, " ", place.told),
      place.rows,
    );
    go(0);
  }
}
