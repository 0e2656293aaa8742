// Statements of door-control. The database's own functions, which know the caller's rights, record requests; portal_engine records
// outcomes.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { DoorOutcome } from "#contract/door-states.ts";
import type { DoorOpened } from "#contract/functions/door-control.ts";

const opening = z.object({
  state: z.enum(["new", "known", "other", "gone", "off"]),
  command_id: z.string().nullable(),
  controller_id: z.string().nullable(),
  door_token: z.string().nullable(),
});

/** Orders an opening. `new` is true once for each press, even if several requests send it at the same moment. */
export async function orderOpening(
  client: PoolClient,
  { requestId, doorId, reason }: { requestId: string; doorId: string; reason: string },
): Promise<z.infer<typeof opening>> {
  const { rows } = await client.query("select * from private.order_opening($1, $2, $3)", [requestId, doorId, reason]);
  return opening.parse(rows[0]);
}

const OUTCOMES: Record<DoorOutcome, boolean | null> = { executed: true, refused: false, unknown: null };

/** Records an outcome. The log's row and the order change together. */
export async function recordOutcome(
  engine: Pool,
  { commandId, outcome, reason }: { commandId: string; outcome: DoorOutcome; reason: string | null },
): Promise<void> {
  await engine.query(
    `with answered as (
       update door_commands set outcome = $2, answered_at = clock_timestamp(), device_reason = $3
       where id = $1 and answered_at is null returning id)
     update door_events e set granted = $2 from answered where e.command_id = answered.id`,
    [commandId, OUTCOMES[outcome], reason],
  );
}

const answer = z.object({
  outcome: z.boolean().nullable(),
  device_reason: z.string().nullable(),
  answered: z.boolean(),
});

/** Tells whether an opening was refused because the device did not answer. */
export function isUnreachable(outcome: DoorOutcome, deviceReason: string | null): boolean {
  return outcome === "refused" && deviceReason === "unreachable";
}

/** Returns the outcome, or null while nothing was received. */
export async function readOutcome(engine: Pool, commandId: string): Promise<DoorOpened | null> {
  const { rows } = await engine.query(
    "select outcome, device_reason, answered_at is not null as answered from door_commands where id = $1",
    [commandId],
  );
  const found = answer.optional().parse(rows[0]);
  if (!found?.answered) return null;
  const outcome = found.outcome === null ? "unknown" : found.outcome ? "executed" : "refused";
  return { outcome, unreachable: isUnreachable(outcome, found.device_reason) };
}

const gateOpening = z.object({
  state: z.enum(["new", "known", "other", "gone", "off", "incomplete"]),
  command_id: z.string().nullable(),
});

/** Orders an opening of a gate, like that of a door. */
export async function orderGateOpening(
  client: PoolClient,
  { requestId, gateId, reason }: { requestId: string; gateId: string; reason: string },
): Promise<z.infer<typeof gateOpening>> {
  const { rows } = await client.query("select * from private.order_gate_opening($1, $2, $3)", [
    requestId,
    gateId,
    reason,
  ]);
  return gateOpening.parse(rows[0]);
}

/** Records a gate's outcome. The log's row and the order change together. */
export async function recordGateOutcome(
  engine: Pool,
  { commandId, outcome, reason }: { commandId: string; outcome: DoorOutcome; reason: string | null },
): Promise<void> {
  await engine.query(
    `with answered as (
       update door_commands set outcome = $2, answered_at = clock_timestamp(), device_reason = left($3, 100)
       where id = $1 and answered_at is null returning id)
     update access_logs l set macro_executed = $2, changed_at = clock_timestamp() from answered where l.command_id = answered.id`,
    [commandId, OUTCOMES[outcome], reason],
  );
}

const hold = z.object({
  state: z.enum(["new", "known", "other", "gone", "off", "paused", "held"]),
  hold_id: z.string().nullable(),
});

/** Orders a hold until `until`. `state` tells the outcome. */
export async function orderHold(
  client: PoolClient,
  { requestId, doorId, reason, until }: { requestId: string; doorId: string; reason: string; until: Date },
): Promise<z.infer<typeof hold>> {
  const { rows } = await client.query("select state, hold_id from private.order_hold($1, $2, $3, $4)", [
    requestId,
    doorId,
    reason,
    until,
  ]);
  return hold.parse(rows[0]);
}

const release = z.object({
  state: z.enum(["released", "known", "other", "none", "gone"]),
  hold_id: z.string().nullable(),
});

/** Ends a hold. `requestId` null: a person ends whichever hold the door has. */
export async function releaseHold(
  client: PoolClient,
  { doorId, reason, requestId }: { doorId: string; reason: string | null; requestId: string | null },
): Promise<z.infer<typeof release>> {
  const { rows } = await client.query("select state, hold_id from private.release_hold($1, $2, $3)", [
    doorId,
    reason,
    requestId,
  ]);
  return release.parse(rows[0]);
}

const progress = z.object({ applied: z.boolean(), ended: z.boolean(), unlocked: z.boolean() });

/**
 * Returns what readings have confirmed of a hold. `unlocked`: it ended in the unit's own unlock hours. A hold that sent nothing found the
 * door unlocked, and has left it so.
 */
export async function readHold(engine: Pool, holdId: string): Promise<z.infer<typeof progress>> {
  const { rows } = await engine.query(
    `select h.applied_at is not null as applied, h.end_confirmed_at is not null as ended,
       exists (select from door_events e where e.hold_id = h.id and e.kind = 'hold_ended_unlocked')
         or h.sent_at is null and coalesce(s.mode in ('unlocked', 'locked_open'), false)
           and not exists (select from door_holds n where n.access_point_id = h.access_point_id and n.ended_at is null) as unlocked
     from door_holds h left join door_states s on s.access_point_id = h.access_point_id where h.id = $1`,
    [holdId],
  );
  return progress.optional().parse(rows[0]) ?? { applied: false, ended: false, unlocked: false };
}

/** Records that doors are watched; returns how many the caller may see. Above `max`, the doors watched longest ago are dropped. */
export async function watchDoors(
  client: PoolClient,
  doorIds: readonly string[],
  { seconds, max }: { seconds: number; max: number },
): Promise<number> {
  const { rows } = await client.query("select private.watch_doors($1, $2, $3) as watched", [doorIds, seconds, max]);
  return z.object({ watched: z.number() }).parse(rows[0]).watched;
}
