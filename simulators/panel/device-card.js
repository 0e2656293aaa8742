import { showEvents } from "./device-events.js";
import { followPeople, makePeople, reloadPeople } from "./device-people.js";
import { followPlates, makePlates } from "./device-plates.js";
import { byId, make, problem, send, setText } from "./dom.js";
import { ACTIONS, SWITCHES } from "./words.js";

const cards = new Map();

export function showDevice(device) {
  if (!cards.has(device.id)) byId("devices").append(makeCard(device));
  updateCard(device);
}

function makeCard(device) {
  const fields = {};
  const field = (name, tag, className = "") => {
    fields[name] = make(tag, { className });
    return fields[name];
  };
  const head = make(
    "div",
    { className: "device-head" },
    make("div", {}, make("h3", { textContent: device.name }), field("kind", "p"), field("address", "p", "mono")),
    field("pills", "div", "pills"),
  );
  const card = make("article", { className: "card" }, head, field("facts", "p", "facts"));
  const inside = () => make("div", { className: "inside" });

  const events = make("details", {}, make("summary", { textContent: "Senaste händelser" }));
  fields.events = make("ul", { className: "events" });
  events.append(inside());
  events.lastChild.append(fields.events);
  card.append(events);

  if (device.kind === "axis") card.append(makePeople(device));
  else if (device.plates !== null) card.append(makePlates(device));

  const faults = make("details", {}, make("summary", { textContent: "Fel att prova" }));
  const box = inside();
  const switches = make("div", { className: "switches" });
  fields.switches = new Map();
  for (const [name, label] of Object.entries(SWITCHES)) {
    const input = make("input", { type: "checkbox" });
    input.setAttribute("role", "switch");
    input.addEventListener("change", () => change(device, "faults", { name, on: input.checked }, input));
    fields.switches.set(name, input);
    switches.append(make("label", { className: "switch" }, input, label));
  }
  const buttons = make("div", { className: "bar" });
  const https = device.url.startsWith("https:");
  for (const [action, label, dangerous] of ACTIONS[device.kind]) {
    if (action === "change-certificate" && !https) continue;
    buttons.append(makeAction(device, action, label, dangerous));
  }
  box.append(switches, buttons);
  faults.append(box);
  card.append(faults);
  cards.set(device.id, { card, fields });
  return card;
}

function makeAction(device, action, label, dangerous) {
  const button = make("button", { className: "button small", type: "button", textContent: label });
  let asked = false;
  button.addEventListener("click", async () => {
    if (dangerous && !asked) {
      asked = true;
      button.classList.add("sure");
      button.textContent = `${label}? Tryck igen`;
      setTimeout(() => {
        asked = false;
        button.classList.remove("sure");
        button.textContent = label;
      }, 4000);
      return;
    }
    await change(device, "actions", { action }, button);
    reloadPeople(device);
  });
  return button;
}

async function change(device, what, body, control) {
  control.disabled = true;
  await send(`/api/devices/${device.id}/${what}`, body).catch(problem);
  control.disabled = false;
}

function updateCard(device) {
  const { fields } = cards.get(device.id);
  setText(fields.kind, device.kind === "axis" ? `Axis ${device.model} · ${device.serial}` : device.model);
  setText(fields.address, device.url);
  const pills = [];
  if (!device.online) pills.push(["fail", "Nätverket av"]);
  for (const name of device.faults) if (name !== "offline") pills.push(["wait", SWITCHES[name] ?? name]);
  if (Math.abs(device.clockOffsetMs ?? 0) > 30_000) pills.push(["wait", "Klockan går fel"]);
  if (device.kind !== "axis" && !device.webhook) pills.push(["wait", "Ingen portal"]);
  if (pills.length === 0) pills.push(["ok", "Svarar"]);
  const wanted = pills.map(([, text]) => text).join();
  if (fields.pills.dataset.shown !== wanted) {
    fields.pills.dataset.shown = wanted;
    fields.pills.replaceChildren(
      ...pills.map(([kind, text]) => make("span", { className: `pill ${kind}`, textContent: text })),
    );
  }
  const facts =
    device.kind === "axis"
      ? [
          [device.people, device.people === 1 ? "person" : "personer"],
          [device.credentials, device.credentials === 1 ? "PIN-kod" : "PIN-koder"],
          [device.doors.length, "dörrar"],
          [device.calls, "anrop"],
        ]
      : [
          [device.openings, device.openings === 1 ? "öppning" : "öppningar"],
          ...(device.plates ? [[device.plates, device.plates === 1 ? "skylt på listan" : "skyltar på listan"]] : []),
          [device.calls, "anrop"],
        ];
  const factText = facts.flat().join();
  if (fields.facts.dataset.shown !== factText) {
    fields.facts.dataset.shown = factText;
    fields.facts.replaceChildren(
      ...facts.map(([number, word]) =>
        make("span", {}, make("b", { textContent: number.toLocaleString("sv-SE") }), ` ${word}`),
      ),
    );
  }
  for (const [name, input] of fields.switches) input.checked = device.faults.includes(name);
  showEvents(device, fields.events);
  followPeople(device);
  followPlates(device);
}
