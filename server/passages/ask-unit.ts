// Asks a door's controller about the PINs of "Vem kommer in?": now by dry run, at a later time by its schedules. Nothing moves, and no PIN
// leaves the server for another place.
import { doorErrors } from "#contract/errors/doors.ts";
import { UNIT_ANSWERS_MAX, type UnitAnswers } from "#contract/functions/ask-unit.ts";
import { UNIT_QUESTIONS_PER_HOUR } from "#contract/limits.ts";
import type { PassingRow } from "#contract/tables/who-may-pass.ts";
import { DeviceError } from "#drivers/errors.ts";
import type { DoorController } from "#drivers/port.ts";
import { reachSaved, withDoorController } from "#server/devices/reach-device.ts";
import { verifyPin } from "#server/devices/verify-pin.ts";
import { openPinHeldAt } from "#server/people/reveal-pin.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { askSchedules, decidedByHours } from "./ask-schedules.ts";
import { ownCredentials, passingsAt } from "./ask-unit.store.ts";
import type { DryRunDeps } from "./dry-run.ts";
import { readDoorToken } from "./passages.store.ts";

const HOUR_SECONDS = 3600;
/** For clocks that differ, like that of rpc/who_may_pass. */
const GRACE_MS = 60_000;
/** A slow unit answers for as many people as it can meanwhile. */
const PATIENCE_MS = 20_000;

/** Throws PortalError 400 for a time that has passed, 404 for a door that the caller does not have, 429 past the account's limit. */
export async function askUnit(
  deps: DryRunDeps,
  call: CallerContext,
  { access_point_id: door, at: requested }: { access_point_id: string; at?: string | undefined },
): Promise<UnitAnswers> {
  const at = requested === undefined ? null : new Date(requested);
  if (at !== null && at.getTime() < deps.clock.now().getTime() - GRACE_MS)
    throw new PortalError(doorErrors.unit_question_past());
  const { place, rows } = await seen(deps, call, { door, at });
  const consumed = await deps.auth.limiter.consume({
    key: `ask-unit:${call.claims.sub}`,
    allowed: UNIT_QUESTIONS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  if (!consumed) throw new PortalError(doorErrors.unit_questions_used_up({ limit: UNIT_QUESTIONS_PER_HOUR }));
  const question = { asked_at: deps.clock.now().toISOString(), by: at === null ? "trial" : "schedules" } as const;
  const none = { ...question, answers: [], left: rows.length };
  const doorToken = await readDoorToken(deps.pools.engine, door);
  if (doorToken === null) return { ...none, trouble: "unsupported" };
  const ask = (device: DoorController) =>
    at === null
      ? askEach(deps, device, { rows, doorToken })
      : askSchedules(deps.pools.engine, device, { rows, door, controllerId: place.controller_id, at });
  try {
    const reach = await reachSaved(deps, call, place.controller_id, "door");
    return { ...question, ...(await withDoorController(deps, reach, ask)) };
  } catch (error) {
    // The question changes nothing, so a silent unit is an answer too.
    if (error instanceof PortalError && error.cause instanceof DeviceError) return { ...none, trouble: "unreachable" };
    throw error;
  }
}

/** Returns the door and the rows of people's PINs there, as the portal answers for that time. */
async function seen(
  { guard, pools }: DryRunDeps,
  { asCaller }: CallerContext,
  { door, at }: { door: string; at: Date | null },
) {
  const { answer, caller } = await asCaller(async (client, who) => ({
    answer: await passingsAt(client, door, at),
    caller: who,
  }));
  if (answer.place === null) throw new PortalError(doorErrors.door_gone());
  const people = answer.rows.filter((row) => row.kind === "credential" && row.credential_type === "pin");
  const asked = at === null ? people : people.filter(decidedByHours);
  const owners = await ownCredentials(
    pools.engine,
    asked.map(({ source_id }) => source_id),
  );
  const rows = asked.filter(({ source_id }) => {
    const owner = owners.get(source_id);
    return owner !== undefined && guard.admits(caller, owner);
  });
  return { place: answer.place, rows };
}

interface Question {
  rows: readonly PassingRow[];
  doorToken: string;
}

async function askEach(
  deps: DryRunDeps,
  device: DoorController,
  { rows, doorToken }: Question,
): Promise<Omit<UnitAnswers, "asked_at" | "by">> {
  const until = deps.clock.monotonic() + PATIENCE_MS;
  const answers: UnitAnswers["answers"] = [];
  for (const [at, { source_id: credentialId, controller_id: controllerId, label, verdict }] of rows.entries()) {
    const left = rows.length - at;
    if (answers.length === UNIT_ANSWERS_MAX || deps.clock.monotonic() > until) return { answers, left, trouble: null };
    const pin = await openPinHeldAt(deps, { credentialId, controllerId });
    // The unit was never told, or has confirmed that the PIN is gone.
    if (pin === null) continue;
    const said = await answered(device, pin, doorToken);
    if (typeof said === "string") return { answers, left, trouble: said };
    answers.push({ credential_id: credentialId, label, verdict, ...said });
  }
  return { answers, left: 0, trouble: null };
}

/** Returns the unit's answer, or why it has none. Answers before a silence count. */
async function answered(device: DoorController, pin: string, doorToken: string) {
  try {
    return (await verifyPin(device, pin, doorToken)) ?? "unsupported";
  } catch (error) {
    if (error instanceof DeviceError) return "unreachable";
    throw error;
  }
}
