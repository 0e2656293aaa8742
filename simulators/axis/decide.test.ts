import { describe, expect, test } from "vitest";
import { type Decision, decide } from "./decide.ts";
import { installFactoryData } from "./factory.ts";
import { type AccessProfile, accessProfileSchema, type Credential, credentialSchema } from "./objects.ts";
import { accessPointsOf, verify } from "./reader.ts";
import { AxisState } from "./state.ts";
import { defaultSwitches } from "./switches.ts";

const NOW = Date.parse("2026-12-02T08:00:00Z");
const PIN = [{ Name: "PIN", Value: "4839" }];

interface Situation {
  credential?: Partial<Credential>;
  profile?: Partial<AccessProfile>;
  change?: (state: AxisState, entrance: string) => void;
  shown?: { Name: string; Value: string }[];
  at?: string;
}

function ask({ credential, profile, change, shown = PIN, at }: Situation): Decision & { viaReader: Decision } {
  const state = new AxisState({
    model: "A1601",
    serial: "ACCC8E123456",
    firmware: "10.12.236",
    switches: defaultSwitches("A1601"),
    accounts: [],
  });
  installFactoryData(state, [{ name: "Entré" }, { name: "Garage", authentication: "card-and-pin" }]);
  const [door = ""] = state.doors.keys();
  const [entrance] = accessPointsOf(state, door);
  if (!entrance) throw new Error("the factory gave no entrance");
  state.accessProfiles.set(
    "door",
    accessProfileSchema.parse({
      token: "door",
      Name: "Entré",
      Enabled: true,
      Schedule: ["standard_always"],
      AccessPolicy: [{ AccessPoint: entrance.token, Schedule: ["standard_always"] }],
      ...profile,
    }),
  );
  state.credentials.set(
    "c1",
    credentialSchema.parse({
      token: "c1",
      UserToken: "u1",
      Enabled: true,
      Status: "Enabled",
      IdData: PIN,
      CredentialAccessProfile: [{ AccessProfile: "door" }],
      ...credential,
    }),
  );
  change?.(state, entrance.token);
  state.changed();
  const point = state.accessPoints.get(entrance.token) ?? null;
  const time = at ? Date.parse(at) : NOW;
  return { ...decide(state, point, shown, time), viaReader: verify(state, point, shown, time) };
}

const CARD = { Name: "Card", Value: "02004fcb" };
const officeHours = { Schedule: ["standard_office_hours"] };

describe("the controller's decision", () => {
  test.each<[string, Situation, string]>([
    ["a right PIN opens", {}, "Granted"],
    ["an unknown PIN does not", { shown: [{ Name: "PIN", Value: "0000" }] }, "InvalidCredential"],
    ["a disabled credential does not", { credential: { Enabled: false } }, "CredentialNotEnabled"],
    ["a lost credential does not", { credential: { Status: "Lost" } }, "CredentialNotEnabled"],
    ["too early", { credential: { ValidFrom: "2026-12-02T08:00:01Z" } }, "CredentialNotActive"],
    ["at the first second", { credential: { ValidFrom: "2026-12-02T08:00:00Z" } }, "Granted"],
    ["at the last second", { credential: { ValidTo: "2026-12-02T08:00:00Z" } }, "Granted"],
    ["a second too late", { credential: { ValidTo: "2026-12-02T07:59:59Z" } }, "CredentialExpired"],
    ["a window with an offset", { credential: { ValidTo: "2026-12-02T09:00:00+01:00" } }, "Granted"],
    ["no profile on the credential", { credential: { CredentialAccessProfile: [] } }, "Unauthorized"],
    ["a profile of another door", { profile: { AccessPolicy: [] } }, "Unauthorized"],
    ["a profile that is gone", { change: (state) => state.accessProfiles.clear() }, "Unauthorized"],
    ["a disabled profile", { profile: { Enabled: false } }, "InvalidAccessProfile"],
    ["an expired profile", { profile: { ValidTo: "2026-12-01T00:00:00Z" } }, "InvalidAccessProfile"],
    ["a profile without any schedule", { profile: { Schedule: [] } }, "InvalidAccessProfile"],
    ["office hours on a Wednesday at nine", { profile: officeHours }, "Granted"],
    ["office hours at five", { profile: officeHours, at: "2026-12-02T16:00:00Z" }, "InvalidAccessProfile"],
    ["office hours on a Saturday", { profile: officeHours, at: "2026-12-05T09:00:00Z" }, "InvalidAccessProfile"],
    ["office hours in summer time", { profile: officeHours, at: "2026-07-01T06:00:00Z" }, "Granted"],
    [
      "a link whose own window is over",
      {
        credential: {
          CredentialAccessProfile: [{ AccessProfile: "door", ValidFrom: "", ValidTo: "2026-01-01T00:00:00Z" }],
        },
      },
      "InvalidAccessProfile",
    ],
    [
      "a second profile that works beside one that does not",
      {
        credential: {
          CredentialAccessProfile: [
            { AccessProfile: "gone", ValidFrom: "", ValidTo: "" },
            { AccessProfile: "door", ValidFrom: "", ValidTo: "" },
          ],
        },
      },
      "Granted",
    ],
    [
      "a disabled access point",
      { change: (state, token) => Object.assign(state.accessPoints.get(token) ?? {}, { Enabled: false }) },
      "Unauthorized",
    ],
    [
      "an access point that no controller lists",
      { change: (state) => state.accessControllers.clear() },
      "InvalidPoint",
    ],
    [
      "a PIN alone where a card is asked for",
      {
        change: (state, token) =>
          Object.assign(state.accessPoints.get(token) ?? {}, { AuthenticationProfile: ["CardPlusPin"] }),
      },
      "Unauthorized",
    ],
    [
      "a profile that asks for less than the access point",
      {
        profile: { AuthenticationProfile: ["PINOnly"] },
        change: (state, token) =>
          Object.assign(state.accessPoints.get(token) ?? {}, { AuthenticationProfile: ["CardOnly"] }),
      },
      "Granted",
    ],
    [
      "a credential that asks for more than the access point",
      { credential: { AuthenticationProfile: ["CardPlusPin"] } },
      "Unauthorized",
    ],
    ["card and PIN together", { credential: { IdData: [...PIN, CARD] }, shown: [CARD, ...PIN] }, "Granted"],
    [
      "a right card with a wrong PIN",
      { credential: { IdData: [...PIN, CARD] }, shown: [CARD, { Name: "PIN", Value: "1111" }] },
      "InvalidPIN",
    ],
  ])("%s", (_, situation, reason) => {
    const decision = ask(situation);
    expect(decision.reason).toBe(reason);
    expect(decision.granted).toBe(reason === "Granted");
  });

  test("a PIN of seven digits fits no keypad, for any owner", () => {
    const long = [{ Name: "PIN", Value: "1234567" }];
    const decision = ask({ credential: { IdData: long }, shown: long });
    expect(decision.granted).toBe(true);
    expect(decision.viaReader).toMatchObject({ granted: false, reason: "InvalidPINSize" });
  });

  test("a PIN that two people share opens if either may enter, and nobody knows who it was", () => {
    const decision = ask({
      credential: { Enabled: false },
      change: (state) => {
        const first = state.credentials.get("c1");
        if (first) state.credentials.set("c2", { ...first, token: "c2", Enabled: true });
      },
    });
    expect(decision.granted).toBe(true);
    expect(decision.matches).toHaveLength(2);
  });
});
