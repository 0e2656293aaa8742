import { showDevice } from "./device-card.js";
import { devices, setDevices } from "./devices.js";
import { byId, make, setText } from "./dom.js";
import { setUpKeypad, showDoor } from "./door.js";
import { setUpGate, showGate } from "./gate.js";
import { busyUntil } from "./verdict.js";

function fillSelects() {
  const doors = byId("door-select");
  const gates = byId("gate-select");
  const key = JSON.stringify(
    devices.map((device) => [device.id, device.name, device.doors?.map((door) => door.token)]),
  );
  if (doors.dataset.shown === key) return;
  doors.dataset.shown = key;
  const kept = [doors.value, gates.value];
  const controllers = devices.filter((device) => device.kind === "axis");
  doors.replaceChildren(
    ...controllers.map((device) => {
      const group = make("optgroup", { label: device.name });
      for (const door of device.doors)
        group.append(new Option(`${door.name} – ${device.name}`, `${device.id}|${door.token}`));
      return group;
    }),
  );
  const lprs = devices.filter((device) => device.kind !== "axis");
  gates.replaceChildren(...lprs.map((device) => new Option(device.name, device.id)));
  for (const [select, value] of [
    [doors, kept[0]],
    [gates, kept[1]],
  ]) {
    if ([...select.options].some((option) => option.value === value)) select.value = value;
  }
}

function show(state) {
  setDevices(state.devices);
  byId("lost").hidden = true;
  setText(byId("mail-count"), String(state.mails));
  fillSelects();
  for (const device of devices) showDevice(device);
  showDoor();
  showGate();
}

setUpKeypad();
setUpGate();
for (const [id, kind, update] of [
  ["door-select", "door", showDoor],
  ["gate-select", "gate", showGate],
]) {
  byId(id).addEventListener("change", () => {
    busyUntil[kind] = 0;
    update();
  });
}
byId("theme").addEventListener("click", () => {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
});

const source = new EventSource("/api/events");
source.addEventListener("message", (event) => show(JSON.parse(event.data)));
source.addEventListener("error", () => {
  byId("lost").hidden = false;
  setText(byId("lost"), "Ingen kontakt med simulatorerna. Är de igång?");
});
setInterval(() => {
  showDoor();
  showGate();
}, 500);
