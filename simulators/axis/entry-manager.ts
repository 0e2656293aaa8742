// Sets up a unit like installers do with AXIS Entry Manager: its rules have their own tokens and no name, it asks for the card's number,
// ties a PIN to a new schedule, and sets readers to four digits.
import type { AuthenticationProfile, Schedule } from "./objects.ts";
import type { AxisState } from "./state.ts";

export const ENTRY_MANAGER_ACTION = "AccessDoor";
export const ENTRY_MANAGER_DIGITS = 4;

export type PinHours = "always" | "weekdays" | "nights";

const RULE_BASE = 1_790_000_300;
const SCHEDULE_BASE = 1_790_000_400;

/** Name, first window, rule. The first covers the whole week without being `standard_always`. */
const HOURS: Record<PinHours, [name: string, start: string, end: string, rule: string]> = {
  always: ["Dygnet runt", "20240101T000000", "20240102T000000", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"],
  weekdays: ["Vardagar", "20240101T060000", "20240101T220000", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  nights: ["Nätter", "20240101T220000", "20240102T060000", "FREQ=DAILY"],
};
const KINDS = ["always", "weekdays", "nights"] as const;

/** Replaces the factory's rules, so that no rule can be recognised by its token. */
export function installEntryManagerRules(state: AxisState): void {
  for (const hours of KINDS) {
    const schedule = makeSchedule(scheduleToken(state, hours), HOURS[hours]);
    state.schedules.set(schedule.token, schedule);
  }
  state.authenticationProfiles.clear();
  const card: AuthenticationProfile["IdFactor"][number] = factor("CardNr");
  for (const rule of [
    makeRule(ruleToken(state, "card"), ["standard_always"], [card]),
    // The vendor promises no order.
    makeRule(ruleToken(state, "card-and-pin"), ["standard_always"], [factor("PIN"), card]),
    makeRule(
      ruleToken(state, "exit"),
      ["standard_always"],
      [{ IdDataName: "REX", IdMatchOperatorName: "OperatorValueEqual", OperatorValue: "Active" }],
    ),
    ...KINDS.map((hours) => makeRule(ruleToken(state, hours), [scheduleToken(state, hours)], [factor("PIN")])),
  ])
    state.authenticationProfiles.set(rule.token, rule);
}

const RULES = ["card", "card-and-pin", "exit", ...KINDS] as const;

/** Returns the token of one of the installer's rules on this unit. */
export function ruleToken(state: AxisState, rule: (typeof RULES)[number]): string {
  return `Axis-${state.mac}:${RULE_BASE + RULES.indexOf(rule)}.613000000`;
}

function scheduleToken(state: AxisState, hours: PinHours): string {
  return `Axis-${state.mac}:${SCHEDULE_BASE + KINDS.indexOf(hours)}.824000000`;
}

function makeRule(
  token: string,
  schedules: string[],
  IdFactor: AuthenticationProfile["IdFactor"],
): AuthenticationProfile {
  return { token, Name: "", Description: "", Schedule: schedules, IdFactor };
}

function factor(IdDataName: string): AuthenticationProfile["IdFactor"][number] {
  return { IdDataName, IdMatchOperatorName: "IdDataEqual", OperatorValue: "" };
}

function makeSchedule(token: string, [Name, start, end, rule]: (typeof HOURS)[PinHours]): Schedule {
  const event = [`SUMMARY:${Name}`, `DTSTART:${start}`, `DTEND:${end}`, `RRULE:${rule}`, "DTSTAMP:20240101T000000"];
  const lines = ["BEGIN:VCALENDAR", "PRODID:", "VERSION:2.0", "BEGIN:VEVENT", ...event, `UID:${token}`, "END:VEVENT"];
  const ScheduleDefinition = [...lines, "END:VCALENDAR", ""].join("\r\n");
  return { token, Name, Description: "", ScheduleDefinition, ExceptionScheduleDefinition: "", Attribute: [] };
}
