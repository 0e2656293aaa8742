import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sampleUnit } from "#tests/components/fixtures/people/sample-access.ts";
import { GATE_ID, samplePin, sampleReplica, sampleVehicle } from "#tests/components/fixtures/people/sample-person.ts";
import { StillOpensNote, type StillOpensNoteProps } from "./still-opens-note.tsx";

const away = [sampleUnit({ state: "offline", last_error: "timeout" })];
const other = samplePin({ id: "00000000-0000-4000-8000-0000000000e9" });

const said = (props: Omit<StillOpensNoteProps, "controllers">) =>
  renderToStaticMarkup(<StillOpensNote {...props} controllers={away} />).replace(/<[^>]*>/g, "");

test("a person who is switched off is not called removed, and several PINs are several", () => {
  expect(said({ credentials: [samplePin()], kind: "off" })).toBe(
    "Port A svarar inte. PIN-koden på Port A slutar gälla i portalen nu, men öppnar där tills ändringen är bekräftad.",
  );
  expect(said({ credentials: [samplePin(), other], kind: "off" })).toContain("PIN-koderna på Port A slutar gälla");
  expect(said({ credentials: [samplePin(), other], kind: "delete" })).toContain("PIN-koderna på Port A tas bort");
  expect(said({ credentials: [samplePin()], kind: "delete" })).toContain("PIN-koden tas bort i portalen nu, men");
});

test("a plate on a gate's list is no PIN, and is said of its gate", () => {
  const gate = { controller_id: GATE_ID, controller_name: "Infart Norr", state: "pending" } as const;
  const car = sampleVehicle({ sync_states: [sampleReplica(gate)] });
  expect(said({ credentials: [car], kind: "delete" })).toBe(
    "Infart Norr har inte svarat på den senaste ändringen. Registreringsnumret i grindens lista på Infart Norr finns kvar och öppnar tills ändringen är bekräftad där.",
  );
  const second = { ...car, id: "00000000-0000-4000-8000-0000000000ea" };
  for (const kind of ["delete", "off"] as const)
    expect(said({ credentials: [car, second, sampleVehicle()], kind })).toContain(
      "Registreringsnumren i grindens lista på Infart Norr finns kvar och öppnar tills ändringen är bekräftad där.",
    );
  expect(said({ credentials: [sampleVehicle()], kind: "delete" })).toBe("");
});
