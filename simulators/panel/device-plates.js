import { make, problem } from "./dom.js";

const SHOWN = 300;

const open = new Map();

export function makePlates(device) {
  const details = make("details", {}, make("summary", { textContent: "Skyltar på listan" }));
  const list = make("ul", { className: "people" });
  details.append(make("div", { className: "inside" }, list));
  details.addEventListener("toggle", () => {
    if (details.open) load(device, list);
    else open.delete(device.id);
  });
  details.dataset.plates = device.id;
  return details;
}

export function followPlates(device) {
  if (!open.has(device.id) || open.get(device.id) === device.plates) return;
  load(device, document.querySelector(`[data-plates="${device.id}"] ul`));
}

function load(device, list) {
  open.set(device.id, device.plates);
  show(device.id, list).catch(problem);
}

async function show(id, list) {
  const response = await fetch(`/api/devices/${id}/plates`);
  const plates = await response.json();
  const shown = plates
    .slice(0, SHOWN)
    .map((plate) =>
      make(
        "li",
        {},
        make("span", { className: "mono", textContent: plate.plate }),
        make("small", { textContent: plate.list }),
      ),
    );
  if (plates.length > SHOWN) shown.push(make("li", { textContent: `och ${plates.length - SHOWN} till` }));
  if (plates.length === 0) shown.push(make("li", { textContent: "Ingen. Listan är tom." }));
  list.replaceChildren(...shown);
}
