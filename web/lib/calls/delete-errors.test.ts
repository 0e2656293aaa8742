import { expect, test } from "vitest";
import { deleteErrorSentence } from "./delete-errors.ts";
import { BackendError, FunctionError } from "./errors.ts";

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

/** Returns a function's answer, which has its words in `error`. */
function functionRefusal(code: string, error: string): FunctionError {
  return new FunctionError(error, {
    code,
    status: 409,
    cause: { code, error },
    field: undefined,
    requestId: undefined,
  });
}

// Covers: 8.4
test.each([
  ["violates a rule", "Styrenheten har kopplade resurser. Ta bort dessa först."],
  ["the network is gone", "Anslutningsproblem. Kontrollera din internetanslutning."],
  ["the Axis unit is away", "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen."],
])("a delete by a function that says '%s' is read as a table call's", (said, sentence) => {
  expect(deleteErrorSentence(functionRefusal("conflict", said), CONTROLLER)).toBe(sentence);
});

// Covers: 8.4
test("a device that is away is not said to be one's own connection, whatever its sentence advises", () => {
  const away = functionRefusal("device_unreachable", "The unit does not answer. Check its network connection.");
  expect(deleteErrorSentence(away, CONTROLLER)).toBe("Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.");
});
