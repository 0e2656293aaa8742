import { expect, test } from "vitest";
import { FunctionError } from "#web/lib/calls/errors.ts";
import {
  createErrorSentence,
  deleteErrorSentence,
  fieldOf,
  passwordSentence,
  updateErrorSentence,
} from "./admin-errors.ts";

const failure = (message: string, code = "internal") =>
  new FunctionError(message, { code, status: 400, cause: null, field: undefined, requestId: undefined });

// Covers: 8.2, admin.3
test.each([
  [failure("User already registered", "email_taken"), "E-postadressen används redan", "email"],
  [
    failure("A user with this address has already been registered: already registered"),
    "E-postadressen används redan",
    "email",
  ],
  [failure("Unable to validate email address: invalid format"), "Ogiltig e-postadress", "email"],
  [failure("Ogiltig e-postadress", "invalid_email"), "Ogiltig e-postadress", "email"],
  [failure("Password should be at least 6 characters"), "Lösenordet är för svagt", "password"],
  [failure("Lösenordet är för svagt", "weak_password"), "Lösenordet är för svagt", "password"],
  [failure("Sidan förstår inte svaret", "bad_reply"), "Edge function returnerade fel", null],
  [failure("Ett oväntat fel uppstod"), "Kunde inte skapa administratör", null],
  [new Error("boom"), "Kunde inte skapa administratör", null],
])("a refused new administrator is reported in the specification's words (%#)", (error, sentence, field) => {
  expect(createErrorSentence(error)).toBe(sentence);
  expect(fieldOf(error)).toBe(field);
});

test("a refused change names the address where it is the address, else that nothing was updated", () => {
  expect(updateErrorSentence(failure("User already registered", "email_taken"))).toBe("E-postadressen används redan");
  expect(updateErrorSentence(failure("Ogiltig e-postadress", "invalid_email"))).toBe("Ogiltig e-postadress");
  expect(updateErrorSentence(failure("Databasen svarar inte", "database_unavailable"))).toBe(
    "Kunde inte uppdatera administratör",
  );
});

test("a refused removal says why where the person can do something about it", () => {
  expect(deleteErrorSentence(failure("Du kan inte ta bort dig själv", "cannot_delete_self"))).toBe(
    "Du kan inte ta bort dig själv",
  );
  expect(deleteErrorSentence(failure("Det måste finnas minst en.", "last_system_admin"))).toBe(
    "Kunde inte ta bort administratör. Det måste finnas minst en.",
  );
  expect(deleteErrorSentence(failure("Ett oväntat fel uppstod"))).toBe("Kunde inte ta bort administratör");
});

test("a missing re-authentication is reported, whatever was to be done", () => {
  const unconfirmed = failure("Bekräfta att det är du. Inget har ändrats.", "reauthentication_needed");
  for (const sentence of [createErrorSentence, updateErrorSentence, deleteErrorSentence])
    expect(sentence(unconfirmed)).toBe("Bekräfta att det är du. Inget har ändrats.");
});

test("the password field says why it was refused", () => {
  expect(passwordSentence(failure("Lösenordet är för svagt", "weak_password"))).toBe("Lösenordet är för svagt");
  expect(passwordSentence(failure("Logga in igen", "forbidden"))).toBe("Logga in igen");
  expect(passwordSentence(new Error("boom"))).toBe("Kunde inte uppdatera lösenord");
});
