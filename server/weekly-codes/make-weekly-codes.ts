// Makes missing codes, in a transaction that holds the weekly code lock.

import { randomInt, randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { encryptWeeklyCode } from "./encrypt.ts";
import { type IsoWeek, isoWeekOf, isoWeekWindow, laterIsoWeek, sameWeek } from "./iso-week.rules.ts";
import { weeklyCodeCandidates, weeklyCodeDigits } from "./pick-weekly-code.rules.ts";
import {
  type ChosenController,
  controllersForCodes,
  insertWeeklyCode,
  lockWeeklyCodes,
  takenAt,
  weeksWithCode,
} from "./weekly-codes.store.ts";

export interface MakeDeps {
  client: PoolClient;
  /** Sees reservations, which portal roles do not. */
  engine: Pool | PoolClient;
  keys: KeyRing;
  now: Date;
}

export interface MadeCode extends IsoWeek {
  id: string;
  code: string;
  validFrom: Date;
  validTo: Date;
  controllerIds: string[];
}

const CANDIDATES = 100;
const HORIZON_WEEKS = 106;

/** Makes one code for each of the first `weeks` weeks that lacks one: all or none. Throws PortalError 400, 404 or 409. */
export async function makeMissingCodes(
  deps: MakeDeps,
  { controllerIds, weeks }: { controllerIds: readonly string[]; weeks: number },
): Promise<MadeCode[]> {
  return makeCodes(deps, controllerIds, (missing) => missing.slice(0, weeks));
}

/** Makes codes for the current week and the `weeksAhead` after it. */
export async function makeCodesAhead(
  deps: MakeDeps,
  { controllerIds, weeksAhead }: { controllerIds: readonly string[]; weeksAhead: number },
): Promise<MadeCode[]> {
  const last = isoWeekWindow(laterIsoWeek(isoWeekOf(deps.now), weeksAhead)).validFrom;
  return makeCodes(deps, controllerIds, (missing) =>
    missing.filter(({ week }) => isoWeekWindow(week).validFrom.getTime() <= last.getTime()),
  );
}

interface MissingWeek {
  week: IsoWeek;
  controllerIds: string[];
}

async function makeCodes(
  deps: MakeDeps,
  controllerIds: readonly string[],
  choose: (missing: MissingWeek[]) => MissingWeek[],
): Promise<MadeCode[]> {
  await lockWeeklyCodes(deps.client);
  const controllers = await controllersForCodes(deps.client, controllerIds);
  requireDoorControllers(controllers, controllerIds);
  const digits = digitsFor(controllers);
  const made: MadeCode[] = [];
  for (const { week, controllerIds: lacking } of choose(await missingWeeks(deps, controllerIds))) {
    const window = isoWeekWindow(week);
    const id = randomUUID();
    const code = await freeCode(deps, { digits, controllerIds: lacking, made });
    await insertWeeklyCode(deps.client, {
      id,
      encrypted: encryptWeeklyCode(deps.keys, id, code),
      ...week,
      ...window,
      controllerIds: lacking,
    });
    made.push({ id, code, ...week, ...window, controllerIds: lacking });
  }
  return made;
}

async function missingWeeks({ client, now }: MakeDeps, controllerIds: readonly string[]): Promise<MissingWeek[]> {
  const current = isoWeekOf(now);
  const taken = await weeksWithCode(client, controllerIds, isoWeekWindow(current).validFrom);
  return Array.from({ length: HORIZON_WEEKS }, (_, ahead) => laterIsoWeek(current, ahead)).flatMap((week) => {
    const having = new Set(taken.filter((one) => sameWeek(one, week)).map((one) => one.controllerId));
    const lacking = [...new Set(controllerIds)].filter((id) => !having.has(id));
    return lacking.length > 0 ? [{ week, controllerIds: lacking }] : [];
  });
}

/** Returns a code that is free at all the controllers and differs from other weeks' codes, or it would open in both weeks. */
async function freeCode(
  { engine, keys }: MakeDeps,
  { digits, controllerIds, made }: { digits: number; controllerIds: readonly string[]; made: readonly MadeCode[] },
): Promise<string> {
  const candidates = [...weeklyCodeCandidates(digits, CANDIDATES, (limit) => randomInt(limit))].map((code) => ({
    code,
    hmacs: keys.pinHmacs(code),
  }));
  const taken = await takenAt(
    engine,
    controllerIds,
    candidates.flatMap(({ hmacs }) => hmacs),
  );
  const used = new Set(made.map((one) => one.code));
  for (const { code, hmacs } of candidates) if (!hmacs.some((hmac) => taken.has(hmac)) && !used.has(code)) return code;
  throw new PortalError(weeklyCodeErrors.weekly_codes_nearly_used_up());
}

function requireDoorControllers(found: readonly ChosenController[], wanted: readonly string[]): void {
  if (found.length < new Set(wanted).size)
    throw new PortalError(controllerErrors.controller_not_found(), { field: "controllerIds" });
  const gate = found.find(({ deviceType }) => DEVICE_KINDS[deviceType] !== "door");
  if (gate) {
    throw new PortalError(weeklyCodeErrors.weekly_code_at_gate({ controller: gate.name }));
  }
}

function digitsFor(controllers: readonly ChosenController[]): number {
  const limits = (pick: (one: ChosenController) => number | null) =>
    controllers.map(pick).filter((one) => one !== null);
  const [mins, maxs] = [limits((one) => one.pinMin), limits((one) => one.pinMax)];
  const digits = weeklyCodeDigits({
    pinMin: mins.length === 0 ? null : Math.max(...mins),
    pinMax: maxs.length === 0 ? null : Math.min(...maxs),
  });
  if (digits !== null) return digits;
  throw new PortalError(weeklyCodeErrors.weekly_code_lengths_differ());
}
