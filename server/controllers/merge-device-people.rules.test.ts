import { describe, expect, it } from "vitest";
import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";
import { mergeDevicePeople } from "./merge-device-people.rules.ts";

const user = (token: string, firstName: string, lastName: string): DeviceUser => ({
  token,
  firstName,
  lastName,
  name: `${lastName}, ${firstName}`,
});
const credential = (token: string, userToken: string | null, pin: string | null): DeviceCredential => ({
  token,
  userToken,
  pin,
  validFrom: null,
  validTo: "2026-12-31T22:59:59Z",
  enabled: true,
  profileTokens: [],
});

describe("the list of people on a device", () => {
  // Covers: 3.4, 9.2
  it("is one line a person with four dots for a PIN of any length, by name", () => {
    const people = mergeDevicePeople(
      [user("u2", "Örjan", "Öberg"), user("u1", "Anna", "Berg")],
      [credential("c1", "u1", "483920"), credential("c2", "u2", "4711")],
    );
    expect(people).toEqual([
      {
        userToken: "u1",
        credentialToken: "c1",
        name: "Berg, Anna",
        firstName: "Anna",
        lastName: "Berg",
        pin: "••••",
        validFrom: null,
        validTo: "2026-12-31T22:59:59Z",
        enabled: true,
      },
      expect.objectContaining({ userToken: "u2", pin: "••••" }),
    ]);
    expect(JSON.stringify(people)).not.toMatch(/483920|4711/);
  });

  it("includes people without a credential, with several, and credentials of nobody", () => {
    const people = mergeDevicePeople(
      [user("u1", "Anna", "Berg"), user("u2", "Bo", "Ceder")],
      [
        credential("c1", "u2", null),
        credential("c2", "u2", "4711"),
        credential("c3", null, "9182"),
        credential("c4", "gone", "2839"),
      ],
    );
    expect(people.map(({ userToken, credentialToken, enabled }) => [userToken, credentialToken, enabled])).toEqual([
      [null, "c3", true],
      [null, "c4", true],
      ["u1", null, false],
      ["u2", "c1", true],
      ["u2", "c2", true],
    ]);
  });
});
