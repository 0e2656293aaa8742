// Sets the theme that the portal has, and searches the handbook's sections. A plain script: the handbook loads nothing else.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("portal.theme");
  } catch {
    // Storage is closed: the system's theme holds.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  let sections = null;

  /** Returns the sections that have every word, in their own order. */
  async function find(words) {
    sections ??= await (await fetch("sections.json")).json();
    return sections.filter(({ title, text }) => {
      const all = `${title} ${text}`.toLocaleLowerCase("sv");
      return words.every((word) => all.includes(word));
    });
  }

  function element(name, text, more = {}) {
    return Object.assign(document.createElement(name), { textContent: text }, more);
  }

  document.addEventListener("DOMContentLoaded", () => {
    // On a phone the text comes first; the chapters are one press away.
    if (matchMedia("(max-width: 52rem)").matches) document.getElementById("kapitel").open = false;
    const field = document.getElementById("sok");
    const hits = document.getElementById("traffar");
    const show = async () => {
      const asked = field.value;
      const words = asked.toLocaleLowerCase("sv").split(/\s+/).filter(Boolean);
      let found;
      try {
        found = words.length > 0 ? await find(words) : [];
      } catch {
        hits.replaceChildren(element("p", "Sökningen kunde inte läsas in. Kapitlen står här nedanför."));
        return;
      }
      if (field.value !== asked) return;
      const list = document.createElement("ul");
      for (const { href, title } of found) {
        const item = document.createElement("li");
        item.append(element("a", title, { href }));
        list.append(item);
      }
      const count = found.length === 1 ? "1 träff" : `${found.length} träffar`;
      hits.replaceChildren(...(words.length > 0 ? [element("p", found.length > 0 ? count : "Ingen träff"), list] : []));
    };
    field.addEventListener("input", () => void show());
    void show(); // Something may have been typed before this script listened.
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      hits.querySelector("a")?.focus();
    });
  });
})();
