import type { PoolClient } from "pg";
import { z } from "zod";
import { PREVIEW_NAMES } from "#contract/functions/access-preview.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { Difference } from "./access-preview.rules.ts";

/** The people and places whose access a save may change. Null: all people with a right there, all places, any organisation. */
export interface Scope {
  people: readonly string[] | null;
  places: readonly string[] | null;
  organization: string | null;
}

/** Keeps the access before the save, for `readDifference` in the same transaction. */
export async function keepAccess(client: PoolClient, { people, places, organization }: Scope): Promise<void> {
  await client.query("select private.keep_access($1, $2, $3)", [people, places, organization]);
}

const counted = z.object({
  gain: z.number(),
  lose: z.number(),
  hours: z.number(),
  dates: z.number(),
  total: z.number(),
});
const differenceRow = z.object({
  difference: z.object({
    people: counted,
    changes: z.array(
      z.object({
        controller_id: z.string(),
        controller: z.string(),
        access_point_id: z.string().nullable(),
        name: z.string(),
        kind: z.enum(["gain", "lose", "hours", "dates"]),
        people: z.number(),
        names: z.array(z.string()),
        had: z.string().nullable(),
        has: z.string().nullable(),
      }),
    ),
    schedules: z.record(z.string(), z.string()),
  }),
});

/** Returns how the access of `after` differs from what was kept. */
export async function readDifference(client: PoolClient, after: Scope): Promise<Difference> {
  const { rows } = await client.query("select private.access_difference($1, $2, $3, $4) as difference", [
    after.people,
    after.places,
    after.organization,
    PREVIEW_NAMES,
  ]);
  return differenceRow.parse(rows[0]).difference;
}

/** Runs work under a savepoint: a failure undoes the work and nothing before it. */
export async function atSavepoint<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query("savepoint previewed");
  try {
    const result = await work();
    await client.query("release savepoint previewed");
    return result;
  } catch (error) {
    await client.query("rollback to savepoint previewed");
    await client.query("release savepoint previewed");
    throw error;
  }
}

/** Runs the deferred checks that a commit would run, such as the reservation of PINs, and defers the later ones again. */
export async function settle(client: PoolClient): Promise<void> {
  await client.query("set constraints all immediate");
  await client.query("set constraints all deferred");
}

const idRows = z.object({ id: z.string() });
const idsOf = (rows: unknown[]): string[] => readRows(idRows, rows).map(({ id }) => id);

/** Returns the places where one of the schedules applies, as the door's hours or as a group's hours there. */
export async function placesOfSchedules(client: PoolClient, schedules: readonly string[]): Promise<string[]> {
  const { rows } = await client.query(
    `select id from access_points where hours_schedule_id = any ($1)
     union select coalesce(access_point_id, controller_id) from access_group_doors where schedule_id = any ($1)`,
    [schedules],
  );
  return idsOf(rows);
}

/** Returns the ids of the schedules that use the calendar. */
export async function schedulesWithCalendar(client: PoolClient, calendar: string): Promise<string[]> {
  return idsOf(
    (await client.query("select schedule_id as id from schedule_calendars where calendar_id = $1", [calendar])).rows,
  );
}

/** Returns the ids of the controller itself (a gate's place) and of its doors. */
export async function placesOfController(client: PoolClient, controller: string): Promise<string[]> {
  const { rows } = await client.query(
    "select $1::uuid as id union select id from access_points where controller_id = $1",
    [controller],
  );
  return idsOf(rows);
}

/** Returns the ids of the group's members; of the installation's group those in all organisations. */
export async function peopleOfGroup(client: PoolClient, group: string): Promise<string[]> {
  return idsOf(
    (
      await client.query(
        `select m.end_user_id as id from access_group_members m join access_groups g on g.id = m.group_id
         where $1::uuid in (g.id, g.installation_group_id)`,
        [group],
      )
    ).rows,
  );
}

const personRow = z.object({ id: z.string(), organization_id: z.string() });

/** Returns those of the people whom the caller sees. */
export async function seenPeople(client: PoolClient, ids: readonly string[]) {
  const { rows } = await client.query("select id, organization_id from end_users where id = any ($1)", [ids]);
  return readRows(personRow, rows);
}

/** Returns the people of those credentials that the caller sees. */
export async function peopleOfCredentials(client: PoolClient, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    (await client.query("select distinct end_user_id as id from credentials where id = any ($1)", [ids])).rows,
  );
}

const waitingRow = z.object({ n: z.number() });

/** Returns the number of the group's members whose PIN waits to be compared. */
export async function countWaiting(client: PoolClient, group: string): Promise<number> {
  const { rows } = await client.query(
    `select count(distinct end_user_id)::int as n
     from private.waiting_pins(array(select g.id from access_groups g where $1::uuid in (g.id, g.installation_group_id)))`,
    [group],
  );
  return waitingRow.parse(rows[0]).n;
}

/** Shortens the waits of a transaction: a preview must not make others wait long. */
export async function waitBriefly(client: PoolClient): Promise<void> {
  await client.query("set local lock_timeout = '250ms'");
}

/** Returns the places that the group has and those that it would get. */
export async function placesOfGroup(
  client: PoolClient,
  { id, more }: { id: string; more: readonly string[] },
): Promise<string[]> {
  const { rows } = await client.query(
    `select unnest($2::uuid[]) as id
     union select coalesce(d.access_point_id, d.controller_id) from access_group_doors d join access_groups g on g.id = d.group_id
       where $1::uuid in (g.id, g.installation_group_id)`,
    [id, more],
  );
  return idsOf(rows);
}

/** Sets a door's hours as the table call does; returns false for a door that is not there. */
export async function setDoorHours(client: PoolClient, door: string, schedule: string | null): Promise<boolean> {
  const { rowCount } = await client.query("update access_points set hours_schedule_id = $2 where id = $1", [
    door,
    schedule,
  ]);
  return rowCount === 1;
}

interface Link {
  organization_id: string;
  controller_id: string;
  access_point_id: string | null;
  linked: boolean;
}

/** Adds or removes a link as the table call does. */
export async function setLink(client: PoolClient, link: Link): Promise<void> {
  const { organization_id: organization, controller_id: controller, access_point_id: door, linked } = link;
  if (door === null)
    await client.query(
      linked
        ? "insert into organization_controllers (organization_id, controller_id) values ($1, $2)"
        : "delete from organization_controllers where organization_id = $1 and controller_id = $2",
      [organization, controller],
    );
  else
    await client.query(
      linked
        ? "insert into organization_access_points (organization_id, access_point_id) values ($1, $2)"
        : "delete from organization_access_points where organization_id = $1 and access_point_id = $2",
      [organization, door],
    );
}
