// Opens or holds a door from the portal. The door opens once or not at all, never late, and the answer is true; a hold ends
// locked whatever was killed meanwhile.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DOOR_OPEN_LATEST_MS } from "#contract/door-states.ts";
import { doorControl } from "#contract/functions/door-control.ts";
import { paced } from "#tests/support/pace.ts";
import type { Happened, Notified } from "../oracle/callers.ts";
import { until } from "../world/quiet.ts";
import { all, type Context, first, half, type Operation, report } from "./context.ts";

/** The simulator logs a call when it answers it. */
const LOGGED_WITHIN_MS = paced(1_500);
const HOLD_MS = 4_000;
/** Limit for "locked and reported" after the portal's return. */
const LOCKED_WITHIN_MS = paced(60_000);

/** Presses the button once. The press is sent once, or twice at the same time. */
export async function openDoor(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  const { id, device, token } = await drawDoor(context);
  const requestId = randomUUID();
  const before = device.state.doorState(token).openings;
  const body = { action: "OPEN", access_point_id: id, reason: "leverans", request_id: requestId };
  const times = 1 + random.below(2);
  let sentAt = Date.now();
  const press = async (): Promise<Notified> => {
    const { data, error } = await system.functions.invoke<unknown>("door-control", { body });
    if (error) return error.context instanceof Response && error.context.status < 500 ? "refused" : "unknown";
    const { outcome } = doorControl.OPEN.reply.parse(data);
    return outcome === "executed" ? "done" : outcome;
  };
  return {
    name: "open_door",
    subject: null,
    send: async () => {
      sentAt = Date.now();
      const said = new Set(await Promise.all(Array.from({ length: times }, press)));
      said.delete("unknown");
      // Two definite answers must agree; happened() would show which is false.
      return [...said][0] ?? "unknown";
    },
    happened: async (): Promise<Happened> => {
      const opened = device.state.doorState(token).openings - before;
      const rows = await all(world, "select outcome from door_commands where request_id = $1", [requestId]);
      const late = device.requests
        .recent()
        .filter(({ operation }) => operation === "tdc:AccessDoor")
        .filter(({ at }) => at > sentAt + DOOR_OPEN_LATEST_MS + LOGGED_WITHIN_MS);
      const outcome = rows[0]?.["outcome"] ?? null;
      const isTrue = outcome === null || outcome === (opened === 1);
      if (opened > 1 || late.length > 0 || !isTrue || rows.length > 1 || (opened === 1 && rows.length === 0))
        return half({ opened, late: late.length, outcome, rows: rows.length });
      return opened === 1 ? "all" : "none";
    },
  };
}

/** Holds a door for seconds. The door must end locked even if a process was killed meanwhile, and a reading must show that. */
export async function holdDoor(context: Context): Promise<Operation> {
  const { world, system } = context;
  const { id, device, token } = await drawDoor(context);
  const requestId = randomUUID();
  return {
    name: "hold_door",
    subject: null,
    send: () =>
      report(system, "door-control", {
        action: "HOLD",
        access_point_id: id,
        reason: "leverans",
        request_id: requestId,
        until: new Date(Date.now() + HOLD_MS).toISOString(),
      }),
    happened: async (): Promise<Happened> => {
      const read = () =>
        first(world, "select id, ended_at, end_confirmed_at from door_holds where request_id = $1", [requestId]);
      const isLocked = () => device.state.doorState(token).mode === "Locked";
      const isOver = async () => {
        const { id: hold, end_confirmed_at: confirmed } = await read();
        return isLocked() && (hold === undefined || confirmed !== null);
      };
      if (!(await until(isOver, LOCKED_WITHIN_MS))) return half({ ...(await read()), isLocked: isLocked() });
      return (await read())["id"] === undefined ? "none" : "all";
    },
  };
}

async function drawDoor({ world, random }: Context) {
  const fixture = random.pick(world.fixtures);
  const id = random.pick(fixture.doorIds);
  const { token } = await first(world, "select device_door_token as token from access_points where id = $1", [id]);
  return { id, device: fixture.device, token: z.string().parse(token) };
}
