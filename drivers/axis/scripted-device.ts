import { ownWord } from "#contract/own-word.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { DeviceRequest } from "../exchange.ts";
import { axisAccessProfiles } from "./access-profiles.ts";
import { createAxisClient } from "./client.ts";
import { axisCredentials } from "./credentials.ts";
import { joinedProfiles } from "./joined-profiles.ts";
import { axisUsers } from "./users.ts";

/** Returns parts of the driver on a unit with fixed answers by operation, and the list of what it was asked. */
export function deviceThatAnswers(answers: Record<string, unknown>, clock: Clock = systemClock) {
  const asked: { operation: string; args: unknown }[] = [];
  const send = async ({ body }: DeviceRequest) => {
    const [operation = "", args] = Object.entries(JSON.parse(body ?? "{}"))[0] ?? [];
    asked.push({ operation, args });
    const fixed = ownWord(answers, operation) ?? {};
    const answer: unknown = typeof fixed === "function" ? fixed() : fixed;
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { status: 200, text, contentType: "application/json", challenges: [], retryAfterMs: null };
  };
  const client = createAxisClient({ send });
  const profiles = axisAccessProfiles(client, clock);
  return {
    asked,
    client,
    ...axisUsers(client, clock),
    ...axisCredentials(client, clock, joinedProfiles(profiles)),
    ...profiles,
  };
}

/** The factory's schedule of all hours. */
export const ALL_HOURS = {
  token: "standard_always",
  Name: "Always",
  ScheduleDefinition: [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "DTSTART:19700101T000000",
    "DTEND:19700102T000000",
    "RRULE:FREQ=DAILY",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n"),
  ExceptionScheduleDefinition: "",
};

export const CREDENTIAL = {
  token: "c1",
  UserToken: "u1",
  Description: "",
  ValidFrom: "2026-11-30T23:00:00Z",
  ValidTo: "",
  Enabled: true,
  Status: "Enabled",
  IdData: [{ Name: "PIN", Value: "1234" }],
  Attribute: [],
  AuthenticationProfile: [],
  CredentialAccessProfile: [{ AccessProfile: "p1", ValidFrom: "", ValidTo: "" }],
};
