// Access groups as the database's functions save them, for tests of the rights that they give.
import { DatabaseError } from "pg";
import { beginMemberships, endMemberships } from "#server/people/access-groups.store.ts";
import { type Caller, encrypted, engine, ids, north, type World } from "#tests/integration/platform/world.ts";

interface Group {
  id?: string;
  name?: string;
  doors?: readonly string[];
  gates?: readonly string[];
  follow?: boolean;
  organization?: string;
  /** Schedules by door or gate. */
  schedules?: Readonly<Record<string, string | null>>;
}

export const BOTH = [ids.sharedDoor, ids.sharedBackDoor];
export const SAVE = "select private.save_access_group($1, $2, $3, '12_months', $4, $5, $6, $7) as id";
export const valuesOf = ({
  id,
  name = "Boende",
  doors = [],
  gates = [],
  follow = true,
  organization = ids.north,
  schedules = {},
}: Group) => [id ?? null, organization, name, doors, gates, follow, JSON.stringify(schedules)];

/** Returns "ok", or the SQLSTATE of a refusal. */
export async function said(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    if (error instanceof DatabaseError) return String(error.code);
    throw error;
  }
}

/** Returns what changes and reads groups in a world that each test may replace. */
export function groupsOf(of: () => World) {
  const asked = async (who: Caller, text: string, values: unknown[]): Promise<string | null> =>
    of().as(who, async (client) => (await client.query<{ id: string | null }>(text, values)).rows[0]?.id ?? null);
  const save = (group: Group, who = north) => asked(who, SAVE, valuesOf(group));
  const members = (id: string | null, add: readonly string[], remove: readonly string[] = [], who = north) =>
    asked(who, "select private.set_group_members($1, $2, $3) as id", [id, add, remove]);
  const remove = (id: string | null, keep = false, who = north) =>
    asked(who, "select private.remove_access_group($1, $2) as id", [id, keep]);

  /** Returns what a credential may open and by which group, as "Boende: Baksida". */
  async function rights(credential: string): Promise<string[]> {
    const { rows } = await of().admin.query<{ said: string }>(
      `select coalesce(g.name, 'själv') || ': ' || coalesce(p.name, k.name) as said from access_rights a
     join controllers k on k.id = a.controller_id left join access_points p on p.id = a.access_point_id
     left join access_groups g on g.id = a.group_id where a.credential_id = $1`,
      [credential],
    );
    return rows.map(({ said }) => said).toSorted();
  }

  async function madeGroup(group: Group = {}, people: readonly string[] = [ids.anna]): Promise<string> {
    const id = await save({ doors: BOTH, ...group });
    await members(id, people);
    return String(id);
  }

  async function newPerson(
    name: string,
    pin: string | null = null,
    organization: string = ids.north,
  ): Promise<{ person: string; pin: string }> {
    const { rows } = await of().admin.query<{ person: string }>(
      "insert into end_users (organization_id, first_name, last_name) values ($1, $2, 'Ny') returning id as person",
      [organization, name],
    );
    const person = String(rows[0]?.person);
    return { person, pin: pin === null ? "" : await newPin(person, pin) };
  }

  async function newPin(person: string, pin: string): Promise<string> {
    const { rows } = await of().admin.query<{ id: string }>(
      `insert into credentials (end_user_id, credential_type, credential_value, valid_to)
     values ($1, 'pin', $2, now() + interval '1 year') returning id`,
      [person, encrypted(pin)],
    );
    return String(rows[0]?.id);
  }

  /** Returns the doors that a credential opens now. */
  async function opens(credential: string): Promise<string[]> {
    const { rows } = await of().admin.query<{ name: string }>(
      "select distinct p.name from private.effective_access e join access_points p on p.id = e.access_point_id where e.credential_id = $1 order by 1",
      [credential],
    );
    return rows.map(({ name }) => name);
  }
  const dated = (group: string, from: string, to: string, person: string = ids.anna) =>
    asked(north, `select private.set_group_members($1, $2, '{}', ${from}, ${to}) as id`, [group, [person]]);
  /** Lets time pass for memberships, as if their dates had been earlier. */
  const later = (time: string) =>
    of().admin.query(`begin; set local session_replication_role = replica;
    update access_group_members set valid_from = valid_from - interval '${time}', valid_to = valid_to - interval '${time}';
    update access_group_rights set valid_from = valid_from - interval '${time}', valid_to = valid_to - interval '${time}'; commit`);
  const turn = async () => {
    await of().as(engine, endMemberships);
    await of().as(engine, beginMemberships);
  };

  return { asked, dated, later, madeGroup, members, newPerson, newPin, opens, remove, rights, save, turn };
}
