// Writes door hours to a unit as schedules. They count as kept only when the unit itself reports the right state at several instants.
import { COMPILED_ROWS_MAX } from "#contract/limits.ts";
import { HOURS_NAME } from "#contract/made-texts.ts";
import { type EffectiveSchedule, effectiveOf } from "#contract/schedules/effective.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { inStockholm, isoSeconds, stockholmDay } from "#contract/stockholm.ts";
import type { Clock } from "../../clock.ts";
import { DeviceFaultError, NotThisKindOfDeviceError, UnsupportedFirmwareError } from "../../errors.ts";
import type { DoorHours } from "../../port.ts";
import type { AxisClient } from "../client.ts";
import { SCHEDULES_LIMIT, SERVICES } from "../endpoints.ts";
import { isNotSupported } from "../faults.ts";
import { unlessUnreadable } from "../unless-unreadable.ts";
import { ignoreMissing } from "../users.ts";
import { type WireSchedule, wireSchedule } from "../wire.ts";
import { type CompiledHours, compileHours, HOURS_PREFIX, horizonOf } from "./compile-hours.ts";
import { isScheduleActive } from "./schedule-active.ts";
import { LEAST_INSTANTS, type TrialInstant, trialInstants } from "./trial-instants.ts";

const LIST = {
  service: SERVICES.schedule,
  operation: "axsch:GetScheduleList",
  keys: ["Schedule"],
  item: wireSchedule,
  limit: SCHEDULES_LIMIT,
};
const GET = { ...LIST, operation: "axsch:GetSchedule" };

/** The longest text that is written: a longer one could not be read back beside others. */
const TEXT_MAX = 100_000;
/** Tells whether hours are too many for a unit, so that they are neither compiled nor written. */
function isTooMuch({ anyOf, within }: EffectiveSchedule): boolean {
  const all = within === null ? anyOf : [...anyOf, within];
  const weekly = all.reduce((sum, { hours }) => sum + hours.length, 0);
  const daily = all.reduce((sum, { days }) => days.reduce((rows, day) => rows + 1 + day.hours.length, sum), 0);
  return weekly > COMPILED_ROWS_MAX.weekly || daily > COMPILED_ROWS_MAX.daily;
}

/**
 * Writes one schedule where it differs, and asks the unit about it. `changed`: it is written without a look at the unit's text. Hours that
 * are too many are refused as by the unit. Throws DeviceError for trouble that may pass.
 */
export async function keepHours(
  client: AxisClient,
  clock: Clock,
  schedule: Schedule | EffectiveSchedule,
  changed?: "changed",
): Promise<DoorHours> {
  const now = clock.now();
  const today = stockholmDay(now);
  if (isTooMuch(effectiveOf(schedule))) return { token: null, problem: "hours_refused" };
  const compiled = compileHours(schedule, today);
  if (compiled.definition.length + compiled.exceptions.length > TEXT_MAX)
    return { token: null, problem: "hours_refused" };
  try {
    const before = changed ? undefined : await stored(client, compiled.token);
    const isKept = isHeld(before, compiled);
    if (!isKept) {
      await client.set(SERVICES.schedule, "axsch:SetSchedule", "Schedule", wireOf(compiled));
      // The answers at the instants confirm a changed schedule; the next comparison reads its text.
      if (!changed && !isHeld(await stored(client, compiled.token), compiled))
        return { token: null, problem: "hours_not_kept" };
    }
    const all = trialInstants(effectiveOf(schedule), now, horizonOf(today).last);
    const instants = changed ? all.slice(0, LEAST_INSTANTS) : all;
    // Fault point: axis-zone-of-the-unit.
    if (await agrees(client, compiled, instants, "UtcTime"))
      return {
        token: compiled.token,
        problem: null,
        ...(changed || isKept ? {} : foundInstead(before, schedule, today)),
      };
    // Asks for the unit's local time separately from its time zone, so that the fault can be named.
    const isZone = await agrees(client, compiled, instants, "LocalTime");
    return { token: null, problem: isZone ? "wrong_time_zone" : "hours_not_kept" };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { token: null, problem };
  }
}

/** Removes the portal's schedules that nothing names; returns how many a read-back no longer shows. */
export async function removeUnusedHours(
  client: AxisClient,
  readNamed: () => Promise<ReadonlySet<string>>,
): Promise<number> {
  const schedules = await unlessUnreadable(() => client.list(LIST));
  const ours = schedules?.map(({ token }) => token).filter((token) => token.startsWith(HOURS_PREFIX)) ?? [];
  if (ours.length === 0) return 0;
  const named = await readNamed();
  // Fault point: axis-named-hours.
  const unused = ours.filter((token) => !named.has(token));
  for (const token of unused)
    await client.call(SERVICES.schedule, "axsch:RemoveSchedule", { Token: [token] }).catch(ignoreMissing);
  return unused.length - (await client.get(GET, unused)).length;
}

async function stored(client: AxisClient, token: string): Promise<WireSchedule | undefined> {
  const [found] = await client.get(GET, [token]);
  return found;
}

function isHeld(found: WireSchedule | undefined, compiled: CompiledHours): boolean {
  // Fault point: axis-hours-are-compared.
  return found !== undefined && isSame(found, compiled);
}

/** Months for which a unit may have been away, so that its schedule ends earlier than ours and is not called edited. */
const MONTHS_AWAY = 24;

/** Returns what the unit had in the place of a schedule. One that an earlier month compiled is no other content. */
function foundInstead(
  found: WireSchedule | undefined,
  schedule: Schedule | EffectiveSchedule,
  today: string,
): { instead?: "other" | "nothing" } {
  if (found === undefined) return { instead: "nothing" };
  for (let months = 1; months <= MONTHS_AWAY; months += 1)
    if (isSame(found, compileHours(schedule, monthsBefore(today, months)))) return {};
  return { instead: "other" };
}

function monthsBefore(day: string, months: number): string {
  const [year = 1970, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

function isSame({ ScheduleDefinition, ExceptionScheduleDefinition }: WireSchedule, compiled: CompiledHours): boolean {
  return (
    linesOf(ScheduleDefinition) === linesOf(compiled.definition) &&
    linesOf(ExceptionScheduleDefinition) === linesOf(compiled.exceptions)
  );
}

/** A unit may fold lines or end them in another way. */
function linesOf(text: string): string {
  const lines = text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function wireOf({ token, definition, exceptions }: CompiledHours) {
  const Schedule = { token, Name: HOURS_NAME, Description: "", Attribute: [] };
  return { ...Schedule, ScheduleDefinition: definition, ExceptionScheduleDefinition: exceptions };
}

async function agrees(
  client: AxisClient,
  { token }: CompiledHours,
  instants: readonly TrialInstant[],
  stated: "UtcTime" | "LocalTime",
): Promise<boolean> {
  for (const { at, open } of instants) {
    const time = stated === "UtcTime" ? isoSeconds(at) : localText(at);
    if ((await isScheduleActive(client, [token], { [stated]: time })) !== open) return false;
  }
  return true;
}

/** Returns the local time in Stockholm. */
function localText(at: Date): string {
  return inStockholm(at).toISOString().slice(0, 19);
}

function problemOf(error: unknown): "no_schedules" | "hours_refused" | null {
  const isMissing = error instanceof UnsupportedFirmwareError || error instanceof NotThisKindOfDeviceError;
  if (isMissing || isNotSupported(error)) return "no_schedules";
  return error instanceof DeviceFaultError ? "hours_refused" : null;
}
