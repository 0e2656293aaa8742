// Doors opened from the portal, one press at a time at each door, so that every opening of a door belongs to one press.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { DOOR_OPEN_LATEST_MS } from "#contract/door-states.ts";
import { doorControl } from "#contract/functions/door-control.ts";
import { paced } from "#tests/support/pace.ts";
import { all } from "../operations/context.ts";
import type { Notified } from "../oracle/callers.ts";
import type { World } from "../world/world.ts";

/** The simulator logs a call when it answers it. */
const LOGGED_WITHIN_MS = paced(1_500);

export interface Press {
  requestId: string;
  reported: Notified;
  /** Openings of the door by this press, counted when none can come any more. */
  opened: number;
  /** Later openings of the door. */
  late: number;
}

type Doors = Pick<World, "admin" | "fixtures">;

interface Door {
  id: string;
  openings(): number;
  counted: number;
  last: Press | null;
}

export interface Presser {
  readonly presses: readonly Press[];
  /** Presses the button of a door that no press is pending at. */
  press(system: SupabaseClient): Promise<Notified>;
  /** Resolves when every press has been counted. */
  settled(): Promise<void>;
  /** Adds openings that came since to the last press of each door, as late ones. */
  recount(): void;
}

export async function createPresser(stage: Doors): Promise<Presser> {
  const presses: Press[] = [];
  const settling = new Set<Promise<void>>();
  const free = await doorsOf(stage);

  const recount = () => {
    for (const door of free) {
      if (door.last !== null) door.last.late += door.openings() - door.counted;
      door.counted = door.openings();
    }
  };
  const settle = async (door: Door, press: Press, until: number) => {
    if (press.reported === "unknown") await wait(Math.max(0, until - Date.now()));
    press.opened = door.openings() - door.counted;
    door.counted = door.openings();
    door.last = press;
    free.push(door);
  };
  return {
    presses,
    async press(system) {
      let door = free.shift();
      for (; door === undefined; door = free.shift()) await wait(50);
      if (door.last !== null) door.last.late += door.openings() - door.counted;
      door.counted = door.openings();
      const press: Press = { requestId: randomUUID(), reported: "unknown", opened: 0, late: 0 };
      presses.push(press);
      const over = Date.now() + DOOR_OPEN_LATEST_MS + LOGGED_WITHIN_MS;
      press.reported = await send(system, door.id, press.requestId);
      const done = settle(door, press, over).finally(() => settling.delete(done));
      settling.add(done);
      return press.reported;
    },
    settled: async () => {
      await Promise.all(settling);
      recount();
    },
    recount,
  };
}

async function doorsOf({ admin, fixtures }: Doors): Promise<Door[]> {
  const doors: Door[] = [];
  for (const { id: controllerId, device } of fixtures) {
    const rows = await all(
      { admin },
      "select id, device_door_token as token from access_points where controller_id = $1",
      [controllerId],
    );
    for (const row of rows) {
      const openings = () => device.state.doorState(String(row["token"])).openings;
      doors.push({ id: String(row["id"]), openings, counted: openings(), last: null });
    }
  }
  return doors;
}

const status = z.object({ status: z.number() });

async function send(system: SupabaseClient, door: string, requestId: string): Promise<Notified> {
  const body = { action: "OPEN", access_point_id: door, reason: "leverans", request_id: requestId };
  const { data, error } = await system.functions.invoke<unknown>("door-control", { body });
  if (error) return (status.safeParse(error.context).data?.status ?? 500) < 500 ? "refused" : "unknown";
  const { outcome } = doorControl.OPEN.reply.parse(data);
  return outcome === "executed" ? "done" : outcome;
}
