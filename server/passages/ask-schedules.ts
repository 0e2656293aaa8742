// Works out by a unit's own schedules whom it lets in at a door at a later time. Nothing moves, and no PIN is used.
import type { Pool } from "pg";
import { UNIT_ANSWERS_MAX, type UnitAnswers } from "#contract/functions/ask-unit.ts";
import type { PassingRow } from "#contract/tables/who-may-pass.ts";
import { DeviceError } from "#drivers/errors.ts";
import type { DeviceDoorProfile, DoorController } from "#drivers/port.ts";
import { heldCredentials, profilesOfDoor } from "./ask-unit.store.ts";

/** The portal's reasons that the unit's schedules can confirm or contradict; null: it lets the person in. */
const REASONS_OF_HOURS: ReadonlySet<PassingRow["reason"]> = new Set([
  null,
  "outside_hours",
  "outside_door_hours",
  "hours_unconfirmed",
]);

/** Tells whether only hours decide about a row, and the unit already holds what decides. */
export const decidedByHours = ({ reason, device }: PassingRow): boolean =>
  REASONS_OF_HOURS.has(reason) && device !== "later";

interface Question {
  rows: readonly PassingRow[];
  door: string;
  controllerId: string;
  at: Date;
}

type Answered = Omit<UnitAnswers, "asked_at" | "by">;

/** Throws DeviceError where the unit is gone. */
export async function askSchedules(engine: Pool, device: DoorController, question: Question): Promise<Answered> {
  try {
    return await answersOf(engine, device, question);
  } catch (error) {
    if (error instanceof DeviceError && !error.retryable)
      return { answers: [], left: question.rows.length, trouble: "unsupported" };
    throw error;
  }
}

async function answersOf(engine: Pool, device: DoorController, { rows, door, controllerId, at }: Question) {
  const none = { answers: [], left: rows.length };
  const own = await profilesOfDoor(engine, door);
  const profiles = (await device.listProfiles()).filter(({ token }) => own.has(token));
  const schedules = profiles.flatMap(({ byHours = [] }) => byHours.flatMap(({ schedule }) => schedule ?? []));
  const active = await device.schedulesAt?.(new Set(schedules), at);
  if (active === undefined) return { ...none, trouble: "unsupported" } as const;
  if (active === null) return { ...none, trouble: "not_reached" } as const;
  const opening = new Set(profiles.filter((profile) => isOpenAt(profile, active)).map(({ token }) => token));
  const asked = rows.slice(0, UNIT_ANSWERS_MAX);
  const tokens = await heldCredentials(
    engine,
    controllerId,
    asked.map(({ source_id }) => source_id),
  );
  const held = new Map((await device.getCredentials([...tokens.values()])).map((one) => [one.token, one]));
  const answers = asked.flatMap(({ source_id, label, verdict }) => {
    const credential = held.get(tokens.get(source_id) ?? "");
    // The unit was never told, or has lost it, which a comparison shows.
    if (credential === undefined) return [];
    const granted = credential.enabled && credential.profileTokens.some((token) => opening.has(token));
    return [{ credential_id: source_id, label, verdict, granted, reason: null }];
  });
  return { answers, left: rows.length - asked.length, trouble: null };
}

/** Tells whether a profile lets people in on the way in. One that was changed at the unit does so for nobody. */
function isOpenAt(
  { enabled, always, byHours = [], accessPointTokens }: DeviceDoorProfile,
  active: ReadonlySet<string>,
): boolean {
  if (!enabled || !always) return false;
  if (byHours.length === 0) return accessPointTokens.length > 0;
  return byHours.some(({ schedule }) => schedule !== null && active.has(schedule));
}
