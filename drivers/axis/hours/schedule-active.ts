// Asks the unit itself whether schedules are active. Its answer already has the exceptions subtracted.
import { isoSeconds, stockholmDay } from "#contract/stockholm.ts";
import type { Clock } from "../../clock.ts";
import { ItemNotFoundError, NonsenseReplyError } from "../../errors.ts";
import type { AxisClient } from "../client.ts";
import { SERVICES } from "../endpoints.ts";
import { wireScheduleStatus } from "../wire.ts";
import { horizonOf } from "./compile-hours.ts";

/** Tells whether a list of schedules is active at a stated time, by default now. An exception of any of them ends the list. */
export async function isScheduleActive(
  client: AxisClient,
  tokens: readonly string[],
  time: Partial<Record<"UtcTime" | "LocalTime", string>> = {},
): Promise<boolean> {
  const reply = await client.call(SERVICES.schedule, "axsch:ScheduleActive", { Token: [...tokens], ...time });
  const status = wireScheduleStatus.safeParse(reply);
  if (!status.success) throw new NonsenseReplyError("ScheduleActive in an unknown shape", { cause: status.error });
  return status.data.Active === true;
}

/** Returns which schedules are active at that time. A missing one is not. Null: the portal's schedules end before. */
export async function schedulesAt(
  client: AxisClient,
  clock: Clock,
  schedules: ReadonlySet<string>,
  at: Date,
): Promise<ReadonlySet<string> | null> {
  if (stockholmDay(at) > horizonOf(stockholmDay(clock.now())).last) return null;
  const active = new Set<string>();
  for (const token of schedules) {
    const isActive = await isScheduleActive(client, [token], { UtcTime: isoSeconds(at) }).catch(unlessMissing);
    if (isActive) active.add(token);
  }
  return active;
}

function unlessMissing(error: unknown): false {
  if (error instanceof ItemNotFoundError) return false;
  throw error;
}
