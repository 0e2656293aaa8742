import { make } from "./dom.js";
import { portalAnswer } from "./portal-answer.js";
import { MODES, PORTAL_REASONS, REASONS } from "./words.js";

const clock = new Intl.DateTimeFormat("sv-SE", { timeStyle: "medium", timeZone: "Europe/Stockholm" });

export function showEvents(device, list) {
  const lines = device.kind === "axis" ? device.events.map(eventLine) : device.log.map(queryLine);
  const key = JSON.stringify(lines);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  const items = lines.map(({ at, text, kind }) =>
    make(
      "li",
      {},
      make("time", { textContent: clock.format(at) }),
      make("span", { className: kind, textContent: text }),
    ),
  );
  list.replaceChildren(
    ...(items.length > 0 ? items : [make("li", { textContent: "Inget har hänt än.", className: "empty" })]),
  );
}

const UNIT_EVENTS = [
  ["Tampering", "En läsare manipulerades"],
  ["BatteryAlarm", "Svagt batteri i en läsare"],
  ["Casing", "Kåpan öppnades"],
];

function eventLine({ at, topic, reason, state, who, door }) {
  const name = who ?? "Någon";
  if (topic.includes("AccessGranted")) return { at, kind: "granted", text: `${name} släpptes in: ${door}` };
  if (topic.includes("CredentialNotFound")) return { at, kind: "denied", text: `Okänd kod: ${door}` };
  if (topic.includes("Denied"))
    return { at, kind: "denied", text: `${name} nekades: ${door}. ${REASONS[reason] ?? ""}` };
  if (topic.includes("AccessTaken")) return { at, kind: "", text: `${name} gick in: ${door}` };
  if (topic.includes("AccessNotTaken")) return { at, kind: "", text: `${name} gick aldrig in: ${door}` };
  if (topic.includes("DoorAlarm"))
    return { at, kind: "", text: state === "Normal" ? `${door}: larmet slut` : `${door}: larm` };
  const ofUnit = UNIT_EVENTS.find(([part]) => topic.includes(part));
  if (ofUnit) return { at, kind: "", text: ofUnit[1] };
  return { at, kind: "", text: `${door}: ${MODES[state] ?? state}` };
}

function queryLine({ at, plate, status, answer, error }) {
  const what = plate ?? "Oläst skylt";
  const said = portalAnswer(answer);
  if (status === null)
    return {
      at,
      kind: "denied",
      text: `${what}: ${error === "no webhook is set" ? "ingen portal inställd" : (error ?? "väntar på svar")}`,
    };
  if (!said) return { at, kind: "denied", text: `${what}: portalen svarade ${status}` };
  return {
    at,
    kind: said.granted ? "granted" : "denied",
    text: `${what}: ${PORTAL_REASONS[said.reason] ?? said.reason}`,
  };
}
