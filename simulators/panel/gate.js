import { devices } from "./devices.js";
import { byId, problem, send, setText } from "./dom.js";
import { portalAnswer } from "./portal-answer.js";
import { busyUntil, SHOW_VERDICT_MS, verdict } from "./verdict.js";
import { PORTAL_REASONS } from "./words.js";

let refusedWhileOpen = "";

const chosenGate = () => devices.find((one) => one.id === byId("gate-select").value);

export function showGate() {
  const gate = chosenGate();
  if (!gate) return;
  const scene = byId("gate-scene");
  const wasOpen = scene.dataset.open === "true";
  scene.dataset.open = String(gate.gateOpen);
  if (gate.gateOpen) {
    const times = `öppnad ${gate.openings} ${gate.openings === 1 ? "gång" : "gånger"}`;
    verdict("gate", "ok", "Grinden är öppen", refusedWhileOpen || `${gate.name} · ${times}`);
    busyUntil.gate = 0;
  } else if (wasOpen || performance.now() >= busyUntil.gate) {
    refusedWhileOpen = "";
    if (wasOpen) delete byId("car").dataset.here;
    const text = gate.webhook
      ? `${gate.name} · kameran väntar på en bil`
      : `${gate.name} · ingen portal är inställd ännu`;
    verdict("gate", "idle", "Grinden är stängd", text);
  }
}

async function drive() {
  const gate = chosenGate();
  if (!gate) return;
  const plate = byId("plate").value.trim().toUpperCase();
  const how = byId("variant").value;
  const car = byId("car");
  delete car.dataset.here;
  setText(byId("car-plate"), plate || "–");
  car.getBoundingClientRect();
  car.dataset.here = "true";
  byId("drive").disabled = true;
  refusedWhileOpen = "";
  busyUntil.gate = performance.now() + 15_000;
  verdict("gate", "wait", "Kameran läser skylten", `${gate.name} frågar portalen`);
  byId("gate-scene").dataset.flash = "true";
  setTimeout(() => delete byId("gate-scene").dataset.flash, 450);
  try {
    const answer = await send(`/api/devices/${gate.id}/drive`, {
      plate: how === "unread" ? null : plate,
      variant: how === "unread" || how === "repeat" ? null : how || null,
      repeats: how === "repeat" ? 2 : 0,
    });
    busyUntil.gate = performance.now() + SHOW_VERDICT_MS;
    showAnswer(answer);
  } catch (error) {
    verdict("gate", "fail", "Det gick inte att visa skylten", error.message);
  }
  byId("drive").disabled = false;
}

function showAnswer({ plate, status, answer, error }) {
  const granted = portalAnswer(answer);
  if (status === null) {
    const none = error === "no webhook is set";
    const text = none
      ? "Grinden skapas i portalen först. Då får den en adress att fråga."
      : `Portalen svarade inte: ${error}`;
    return verdict("gate", "fail", "Grinden är stängd", text);
  }
  if (!granted) return verdict("gate", "fail", "Grinden är stängd", `Portalen svarade ${status}.`);
  const open = chosenGate()?.gateOpen;
  if (open && !granted.granted) {
    refusedWhileOpen = `Sedan tidigare. Portalen säger nej till ${plate}.`;
    return showGate();
  }
  if (granted.granted && open) return showGate();
  if (granted.granted) return verdict("gate", "wait", "Portalen säger ja", "Väntar på att grinden öppnas");
  verdict(
    "gate",
    "fail",
    "Grinden är stängd",
    `Portalen säger nej: ${PORTAL_REASONS[granted.reason] ?? granted.reason}.`,
  );
}

export function setUpGate() {
  byId("plate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    drive().catch(problem);
  });
}
