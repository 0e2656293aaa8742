// Changes one schedule that many people share, and counts the calls of each unit until it has confirmed the new hours.
import { randomUUID } from "node:crypto";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { until } from "../world/quiet.ts";
import { addPlace, openTown, type TownOptions } from "./town.ts";

export interface SharedResult {
  people: number;
  controllers: number;
  /** The most calls of one unit, by name. */
  calls: Record<string, number>;
  most: number;
  /** Time until each unit had the new hours, sorted. */
  msAt: { half: number; p99: number };
}

const FIRST_PIN = 100_000;

export async function changeSharedSchedule(
  options: Omit<TownOptions, "people"> & { sharing: number },
): Promise<SharedResult> {
  const town = await openTown({ ...options, people: 0 });
  const { admin, keys, organizationId } = town.world;
  try {
    const schedule = randomUUID();
    await admin.query("insert into schedules (id, name) values ($1, 'Delat')", [schedule]);
    await admin.query(
      `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
       select $1, day, 420, 540, '2026-01-05' from generate_series(1, 7) day`,
      [schedule],
    );
    const here = Math.ceil(options.sharing / town.fixtures.length);
    for (const [index, { id: controllerId }] of town.fixtures.entries()) {
      const group = randomUUID();
      await admin.query("insert into access_groups (id, organization_id, name) values ($1, $2, 'Delar ' || $3::int)", [
        group,
        organizationId,
        index,
      ]);
      for (const door of town.doors.filter((one) => one.controllerId === controllerId))
        await addPlace(town.world, group, door, schedule);
      const people = Array.from({ length: here }, (_, at) => {
        const credential = randomUUID();
        const pin = String(FIRST_PIN + index * here + at);
        return { person: randomUUID(), credential, value: encryptCredentialPin(keys, credential, pin) };
      });
      const given = JSON.stringify(people);
      const from = "from jsonb_to_recordset($1) as p (person uuid, credential uuid, value text)";
      await admin.query(
        `insert into end_users (id, organization_id, first_name, last_name) select person, $2, 'Delar', 'Schema' ${from}`,
        [given, organizationId],
      );
      await admin.query(
        `insert into credentials (id, end_user_id, credential_type, credential_value, valid_from)
         select credential, person, 'pin', value, now() - interval '1 day' ${from}`,
        [given],
      );
      await admin.query(
        `insert into access_group_members (group_id, organization_id, end_user_id) select $2, $3, person ${from}`,
        [given, group, organizationId],
      );
    }
    await town.world.quiet(options.quietWithinMs, { wake: true });
    // Calls that repeat at an interval are no cost of the change.
    await admin.query("update controller_sync set verify_at = now() + interval '1 hour'");
    await admin.query(
      "update door_event_cursors set next_read_at = now() + interval '1 hour', states_at = now() + interval '1 hour'",
    );
    for (const { device } of town.fixtures) device.requests.clear();
    const began = performance.now();
    await admin.query("update schedule_hours set to_minute = 600 where schedule_id = $1", [schedule]);
    const confirmed = new Map<string, number>();
    const areAll = await until(async () => {
      const { rows } = await admin.query<{ id: string }>(
        "select controller_id as id from door_profiles group by 1 having bool_and(hours_token is not null)",
      );
      for (const { id } of rows) if (!confirmed.has(id)) confirmed.set(id, performance.now() - began);
      return confirmed.size === town.fixtures.length;
    }, options.quietWithinMs);
    if (!areAll) throw new Error("not every unit has the new hours");
    await town.world.quiet(options.quietWithinMs, { wake: true });
    const times = [...confirmed.values()].toSorted((one, other) => one - other);
    const counted = town.fixtures.map(({ device }) => device.requests.counts());
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    const calls = counted.toSorted((one, other) => total(other) - total(one))[0] ?? {};
    return {
      people: here * town.fixtures.length,
      controllers: town.fixtures.length,
      calls,
      most: total(calls),
      msAt: { half: times[Math.floor(times.length / 2)] ?? 0, p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0 },
    };
  } finally {
    await town.close();
  }
}
