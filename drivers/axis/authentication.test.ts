import { expect, test } from "vitest";
import { readAuthenticationProfiles } from "./authentication.ts";
import { ALL_HOURS, deviceThatAnswers } from "./scripted-device.ts";

const factor = (IdDataName: string) => ({ IdDataName, IdMatchOperatorName: "IdDataEqual", OperatorValue: "" });

test.each([
  ["a PIN alone", ["PIN"], "always"],
  ["a card and a PIN", ["CardNr", "PIN"], "never"],
  ["a PIN and a card", ["PIN", "CardNr"], "never"],
  ["a card alone", ["CardNr"], "never"],
  ["nothing at all", [], "never"],
])("a profile that asks for %s: a PIN opens there %s", async (_what, factors, pinUse) => {
  const AuthenticationProfile = [
    { token: "rule", Name: "", Schedule: ["standard_always"], IdFactor: factors.map(factor) },
  ];
  const { client } = deviceThatAnswers({
    "pacsaxis:GetAuthenticationProfileList": { AuthenticationProfile },
    "axsch:GetScheduleList": { Schedule: [ALL_HOURS] },
  });
  const rules = await readAuthenticationProfiles(client, new Date("2026-11-24T12:00:00Z"));
  expect(rules.pinOf(["rule"])).toMatchObject({ pinUse });
  expect(rules.pinOf([])).toMatchObject({ pinUse: "nobody" });
});
