import { expect, test } from "vitest";
import { BackendError } from "#web/lib/calls/errors.ts";
import { deleteFailure } from "./save-outcome.ts";

// Covers: 8.4
test.each([
  ["network", "Anslutningsproblem. Kontrollera din internetanslutning."],
  ["23503", "Användaren har kopplade resurser. Ta bort dessa först."],
  ["device_unreachable", "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen."],
  [
    "device_fault",
    "Kan inte ta bort användare: Serverns egen mening. Kontrollera anslutningen till Axis-styrenheten och försök igen.",
  ],
  ["internal", "Kunde inte ta bort användaren. Kontakta support om problemet kvarstår."],
  ["not_found", "Serverns egen mening."],
])("a removal refused with %s says: %s", (code, sentence) => {
  const error = new BackendError("Serverns egen mening.", { code, status: 500, cause: undefined });
  expect(deleteFailure(error)).toBe(sentence);
});
