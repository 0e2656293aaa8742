import { expect, test } from "vitest";
import { deleteErrorSentence } from "./delete-errors.ts";
import { BackendError } from "./errors.ts";

const CONTROLLER = { subject: "Styrenheten", object: "styrenheten" };

function refusal(code: string, message: string): BackendError {
  return new BackendError("–", { code, status: 409, cause: { message } });
}

// Covers: 8.4
test.each([
  [
    "people still assigned to it",
    refusal("23503", "update or delete violates foreign key"),
    "Styrenheten har kopplade resurser. Ta bort dessa först.",
  ],
  [
    "a rule of the database",
    refusal("P0001", "violates a rule"),
    "Styrenheten har kopplade resurser. Ta bort dessa först.",
  ],
  [
    "no contact with the server",
    refusal("network", "Failed to fetch"),
    "Anslutningsproblem. Kontrollera din internetanslutning.",
  ],
  [
    "a device that does not answer",
    refusal("device_unreachable", ""),
    "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.",
  ],
  [
    "anything else",
    refusal("unexpected", "boom"),
    "Kunde inte ta bort styrenheten. Kontakta support om problemet kvarstår.",
  ],
])("a delete refused for %s says so", (_why, error, sentence) => {
  expect(deleteErrorSentence(error, CONTROLLER)).toBe(sentence);
});
