import { describe, expect, test } from "vitest";
import { DeviceError } from "../errors.ts";
import { readDoors } from "./doors.ts";
import { CREDENTIAL, deviceThatAnswers } from "./scripted-device.ts";

describe("mutated replies", () => {
  const honest: Record<string, unknown> = {
    "pacsaxis:GetCredentialList": { Credential: [CREDENTIAL] },
    "axudb:GetUserList": {
      User: [{ token: "u1", Name: "Berg, Anna", Attribute: [{ Name: "FirstName", Value: "A" }] }],
    },
    "pacsaxis:GetAccessPointList": {
      AccessPoint: [
        {
          token: "a",
          Entity: "d",
          EntityType: "tdc:Door",
          IdPointDevice: [{ IdPoint: "r" }],
          AuthenticationProfile: ["x"],
        },
      ],
    },
    "tdc:GetDoorInfoList": { DoorInfo: [{ token: "d", Name: "Entré", Capabilities: { Access: true } }] },
    "axtid:GetIdPointList": { IdPoint: [{ token: "r", MinPINSize: 4, MaxPINSize: 6 }] },
    "pacsaxis:GetAuthenticationProfileList": {
      AuthenticationProfile: [{ token: "x", IdFactor: [{ IdDataName: "PIN", IdMatchOperatorName: "IdDataEqual" }] }],
    },
    "pacsaxis:GetAccessProfileList": {
      AccessProfile: [{ token: "p", AccessPolicy: [{ AccessPoint: "a", Schedule: ["s"] }] }],
    },
  };
  const JUNK = [
    "null",
    "true",
    "-1",
    "1e99",
    '""',
    '"\\u0000"',
    '"\\ud800"',
    "[]",
    "{}",
    "[[]]",
    '{"__proto__":{"a":1}}',
    '"x',
  ];

  test("4,000 broken answers give a value of the promised shape or a named error, nothing else", async () => {
    let seed = 20_261_121;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const operations = Object.keys(honest);
    let failures = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const operation = operations[random(operations.length)] ?? "";
      const text = JSON.stringify(honest[operation]);
      const spots = [...text.matchAll(/"(?:[^"\\]|\\.)*"|\d+|true|\[|\{/g)];
      const spot = spots[random(spots.length)];
      const at = spot?.index ?? 0;
      const junk = JUNK[random(JUNK.length)] ?? "";
      const end = [at + (spot?.[0].length ?? 0), at + random(12), text.length][random(3)] ?? at;
      const device = deviceThatAnswers({ ...honest, [operation]: text.slice(0, at) + junk + text.slice(end) });
      const read = {
        "pacsaxis:GetCredentialList": device.listCredentials,
        "axudb:GetUserList": device.listUsers,
        "pacsaxis:GetAccessProfileList": device.listProfiles,
      }[operation];
      const work: Promise<unknown[]> = read?.() ?? readDoors(device.client, null, new Date(0));
      const [result] = await Promise.allSettled([work]);
      if (result.status === "fulfilled") {
        if (!result.value.every((one) => typeof one === "object" && one !== null))
          expect.fail(JSON.stringify(result.value));
      } else {
        failures += 1;
        if (!(result.reason instanceof DeviceError)) throw result.reason;
      }
    }
    expect(failures).toBeGreaterThan(1_000);
    expect(failures).toBeLessThan(4_000);
    expect(Reflect.get({}, "a")).toBeUndefined();
  });
});
