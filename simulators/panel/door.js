import { devices } from "./devices.js";
import { byId, make, problem, send, setText } from "./dom.js";
import { busyUntil, SHOW_VERDICT_MS, verdict } from "./verdict.js";
import { MODES, REASONS, REFUSALS } from "./words.js";

function chosenDoor() {
  const [deviceId, token] = byId("door-select").value.split("|");
  const device = devices.find((one) => one.id === deviceId);
  return { device, door: device?.doors.find((one) => one.token === token) };
}

export function showDoor() {
  const { device, door } = chosenDoor();
  if (!door) return;
  const open = ["Accessed", "Unlocked", "LockedOpen"].includes(door.mode) || door.physical === "Open";
  byId("door-scene").dataset.open = String(open);
  const takes = hint(door);
  setText(byId("pin-hint"), device.online ? takes : `${takes} Nätverket är av, dörren beslutar ändå.`);
  if (performance.now() < busyUntil.door) return;
  byId("door-scene").dataset.light = "idle";
  if (open) verdict("door", "ok", "Dörren är öppen", `${door.name}, ${device.name}`);
  else verdict("door", "idle", `Dörren är ${MODES[door.mode] ?? "stängd"}`, `${door.name}, ${device.name}`);
}

function hint(door) {
  if (!door.pinAlone) return "Dörren kräver kort. Enbart PIN räcker inte.";
  const takes = `Läsaren tar ${digits(door)} siffror.`;
  return door.pinNow ? takes : `${takes} Enbart PIN räcker vissa tider, inte just nu.`;
}

const digits = ({ pinMin, pinMax }) => (pinMin === pinMax ? `${pinMin}` : `${pinMin}–${pinMax}`);

async function press() {
  const { device, door } = chosenDoor();
  const field = byId("pin");
  if (!door) return;
  if (!field.value) return field.focus();
  try {
    const answer = await send(`/api/devices/${device.id}/press`, { doorToken: door.token, pin: field.value });
    const who = answer.name ? `${answer.name} · ` : "";
    busyUntil.door = performance.now() + SHOW_VERDICT_MS;
    byId("door-scene").dataset.light = answer.granted ? "granted" : "denied";
    if (answer.granted) verdict("door", "ok", "Dörren öppnas", `${who}${door.name}, ${device.name}`);
    else
      verdict("door", "fail", "Dörren är stängd", REFUSALS[answer.refusal] ?? REASONS[answer.reason] ?? answer.reason);
  } catch (error) {
    verdict("door", "fail", "Det gick inte att slå koden", error.message);
  }
  field.value = "";
}

export function setUpKeypad() {
  for (const label of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Rensa", "0", "#"]) {
    const special = label === "Rensa" ? " word" : label === "#" ? " go" : "";
    const key = make("button", {
      type: label === "#" ? "submit" : "button",
      className: `key${special}`,
      textContent: label,
    });
    if (label === "#") key.setAttribute("aria-label", "Klar, öppna");
    if (label !== "#") {
      key.addEventListener("click", () => {
        const field = byId("pin");
        field.value = label === "Rensa" ? "" : (field.value + label).slice(0, field.maxLength);
      });
    }
    byId("keys").append(key);
  }
  byId("pin").addEventListener("input", (event) => {
    event.target.value = event.target.value.replaceAll(/\D/g, "");
  });
  byId("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    press().catch(problem);
  });
}
