import { make, problem, setText } from "./dom.js";

const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Europe/Stockholm" });

const people = new Map();

export function makePeople(device) {
  const details = make("details", {}, make("summary", { textContent: "Personer på enheten" }));
  const list = make("ul", { className: "people" });
  const reveal = make("button", { className: "button small", type: "button", textContent: "Visa PIN-koder" });
  const box = make("div", { className: "inside" }, make("div", { className: "bar" }, reveal), list);
  details.append(box);
  details.addEventListener("toggle", () => {
    if (details.open) load(device, false);
    else people.delete(device.id);
  });
  reveal.addEventListener("click", () => load(device, !people.get(device.id)?.pins));
  details.dataset.people = device.id;
  return details;
}

export function followPeople(device) {
  const open = people.get(device.id);
  if (open && open.credentials !== device.credentials) load(device, open.pins);
}

export function reloadPeople(device) {
  if (people.has(device.id)) load(device, false);
}

function load(device, pins) {
  people.set(device.id, { pins, credentials: device.credentials });
  fetchPeople(device.id, pins).catch(problem);
}

async function fetchPeople(id, pins) {
  const response = await fetch(`/api/devices/${id}/people${pins ? "?pins=1" : ""}`);
  const details = document.querySelector(`[data-people="${id}"]`);
  const list = details.querySelector("ul");
  setText(details.querySelector("button"), pins ? "Dölj PIN-koder" : "Visa PIN-koder");
  const everybody = await response.json();
  details.querySelector(".bar").hidden = everybody.length === 0;
  const shown = everybody.slice(0, 300).map((person) => {
    const pin = person.pin ?? "•".repeat(person.digits);
    const window = person.validTo ? `till ${day.format(new Date(person.validTo))}` : "utan slutdatum";
    const doors = person.doors.join(", ") || "inga dörrar";
    return make(
      "li",
      {},
      make("span", { textContent: person.name || "(utan namn)" }),
      make("span", { className: "mono pin-text", textContent: pin || "–" }),
      make("small", { textContent: `${person.enabled ? "" : "Avstängd · "}${window} · ${doors}` }),
    );
  });
  if (everybody.length > 300) shown.push(make("li", { textContent: `och ${everybody.length - 300} till` }));
  if (everybody.length === 0) shown.push(make("li", { textContent: "Ingen. Enheten är tom." }));
  list.replaceChildren(...shown);
}
