import { expect, test } from "vitest";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { BackendError } from "#web/lib/errors.ts";
import { samplePerson, samplePin, sampleReplica } from "./sample-person.ts";
import { controllerList, deleteFailure, silentControllers, waitingWords } from "./save-outcome.ts";

const device = (name: string, operation: PendingDevice["operation"]): PendingDevice => ({
  controller_id: name,
  controller_name: name,
  operation,
  error: null,
});

test.each([
  [["Port A"], "Port A"],
  [["Port B", "Port A"], "Port A och Port B"],
  [["Port C", "Port A", "Port B"], "Port A, Port B och Port C"],
  [["A", "B", "C", "D", "E"], "A, B och 3 till"],
  [["Port A", "Port A"], "Port A"],
])("controllers %j read as %s", (names, sentence) => {
  expect(controllerList(names)).toBe(sentence);
});

test("a save that a controller has not taken yet says what is kept and what waits", () => {
  expect(waitingWords({ pending: [device("Garage Kajen", "grant")] })).toBe(
    "Garage Kajen har inte svarat än. Ändringen är sparad och skrivs när svar kommer.",
  );
  expect(waitingWords({ pending: [device("Garage Kajen", "removal")] })).toBe(
    "Den borttagna PIN-koden fungerar på Garage Kajen tills borttagningen är bekräftad där.",
  );
  expect(waitingWords({ pending: [] })).toBeUndefined();
});

test("before a removal the controllers that have not taken the last change are named", () => {
  const replicas = [sampleReplica(), sampleReplica({ controller_name: "Garage Kajen", state: "pending" })];
  expect(silentControllers(samplePerson({ credentials: [samplePin({ sync_states: replicas })] }))).toEqual([
    "Garage Kajen",
  ]);
});

// Covers: 8.4
test.each([
  ["network", "Anslutningsproblem. Kontrollera din internetanslutning."],
  ["23503", "Användaren har kopplade resurser. Ta bort dessa först."],
  ["device_unreachable", "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen."],
  ["internal", "Kunde inte ta bort användaren. Kontakta support om problemet kvarstår."],
  ["not_found", "Serverns egen mening."],
])("a removal refused with %s says: %s", (code, sentence) => {
  const error = new BackendError("Serverns egen mening.", { code, status: 500, cause: undefined });
  expect(deleteFailure(error)).toBe(sentence);
});
