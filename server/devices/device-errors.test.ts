import { expect, test } from "vitest";
import { z } from "zod";
import {
  AccountLockedError,
  AddressForbiddenError,
  NoPlateListsError,
  PlateListFixedError,
  PlateListTooLongError,
} from "#drivers/errors.ts";
import { deviceFailure } from "./device-errors.ts";

// Covers: device.18
test.each([
  ["user_locked", "spärrat kontot efter för många försök"],
  ["ip_blocked", "spärrat kontot efter för många försök"],
  ["second_factor_auth_needed", "kräver tvåstegsverifiering"],
  ["tfa_time_exceeded", "kräver tvåstegsverifiering"],
  ["timezone_denied", "får inte logga in just nu"],
])("reports an account refused for %s as such", (reason, words) => {
  const failure = deviceFailure(new AccountLockedError(reason, 1));
  expect(failure).toMatchObject({ code: "device_locked", message: expect.stringContaining(words) });
});

test("a server without plate lists says that the portal decides all the same", () => {
  expect(deviceFailure(new NoPlateListsError())).toMatchObject({
    code: "device_without_lists",
    message: expect.stringContaining("portalen avgör passagerna som vanligt"),
  });
});

test("a server whose lists cannot be changed from outside says that, and not that it has none", () => {
  expect(deviceFailure(new PlateListFixedError())).toMatchObject({
    code: "device_without_lists",
    message: expect.stringMatching(/visar sina fordonslistor men tar inte emot ändringar.*portalen avgör passagerna/),
  });
});

test("a server whose lists are too long says what to do, and that nothing was changed", () => {
  expect(deviceFailure(new PlateListTooLongError())).toMatchObject({
    code: "device_without_lists",
    message: expect.stringMatching(/längre än portalen läser. Inget har ändrats.*Korta listorna eller stäng av/),
  });
});

test("an address of a cloud's own services says that its network is not what is missing", () => {
  const { message } = z.instanceof(Error).parse(deviceFailure(new AddressForbiddenError("metadata")));
  expect(message).toContain("molnleverantörens egna tjänster");
  expect(message).not.toContain("lägga till nätet");
  expect(deviceFailure(new AddressForbiddenError("network"))).toMatchObject({
    message: expect.stringContaining("lägga till nätet"),
  });
});
