import { expect, test } from "vitest";

import { CREDENTIAL, deviceThatAnswers } from "./scripted-device.ts";
import { removeUnusedProfiles } from "./unused-profiles.ts";

const profile = (token: string) => ({ token, Name: token, Schedule: ["standard_always"], AccessPolicy: [] });

// Covers: device.13
test("a joint profile that anybody's credential names stays, and others' profiles are not touched", async () => {
  const [used, unused] = ["wp-doors-used", "wp-doors-unused"];
  const device = deviceThatAnswers({
    "pacsaxis:GetAccessProfileList": { AccessProfile: [used, unused, "installer", "wp-door"].map(profile) },
    "pacsaxis:GetCredentialList": {
      Credential: [{ ...CREDENTIAL, token: "installer", CredentialAccessProfile: [{ AccessProfile: used }] }],
    },
    "pacsaxis:GetAccessProfile": { AccessProfile: [] },
  });
  expect(await removeUnusedProfiles(device.client)).toBe(1);
  const removed = device.asked.filter(({ operation }) => operation === "pacsaxis:RemoveAccessProfile");
  expect(removed.map(({ args }) => args)).toEqual([{ Token: [unused] }]);
});
