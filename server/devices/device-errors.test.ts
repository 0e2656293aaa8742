import { expect, test } from "vitest";
import { z } from "zod";
import {
  AccountLockedError,
  AddressForbiddenError,
  FORBIDDEN_REASONS,
  type ForbiddenReason,
  NoPlateListsError,
  PlateListFixedError,
  PlateListTooLongError,
} from "#drivers/errors.ts";
import { createNetworkPolicy, DEFAULT_DEVICE_NETWORKS } from "#drivers/network-policy.ts";
import { PortalError } from "#server/platform/http/errors.ts";
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

const FORBIDDEN_SAMPLES: Record<ForbiddenReason, string> = {
  network: "http://203.0.113.9",
  loopback: "http://127.0.0.1",
  reserved: "http://169.254.7.7",
  metadata: "http://100.100.100.200",
  port: "http://192.168.1.10:22",
};

// Covers: page.14
test.each(FORBIDDEN_REASONS)(
  "a forbidden address (%s) gets the advice of DEVICE_NETWORKS only where it helps",
  async (reason) => {
    const url = new URL(FORBIDDEN_SAMPLES[reason]);
    const met = async (allow: readonly string[]) =>
      createNetworkPolicy({ allow })
        .resolve(url)
        .then(
          () => null,
          (error: unknown) => error,
        );
    const error = z.instanceof(AddressForbiddenError).parse(await met(DEFAULT_DEVICE_NETWORKS));
    expect(error.reason).toBe(reason);
    const isHelped = (await met([...DEFAULT_DEVICE_NETWORKS, `${url.hostname}/32`])) === null;
    const failure = z.instanceof(PortalError).parse(deviceFailure(error));
    for (const sentence of [failure.sentence("sv"), failure.sentence("en")])
      expect(sentence.includes("DEVICE_NETWORKS"), sentence).toBe(isHelped);
  },
);
