// An organisation of drawn size for previews: people with PINs and plates, doors, gates, groups, schedules and calendars. Its controllers are
// switched off, so that no worker writes rows meanwhile.
import type { Random } from "#scripts/seed/random.ts";
import { encrypted } from "#tests/integration/platform/world.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";

export interface PreviewSize {
  people: number;
  doors: number;
  groups: number;
  members: number;
}

const DOORS_A_CONTROLLER = 10;
const GATES = 3;
const DIRECT_DOORS = 3;
const SIX_DIGITS = 100_000;

export interface PreviewWorld {
  organization: string;
  controllers: string[];
  /** Door → its controller. */
  doors: Map<string, string>;
  gates: string[];
  schedules: { id: string; organization_id: string | null }[];
  calendars: string[];
  groups: string[];
}

export async function plantPreviewWorld(portal: TestPortal, size: PreviewSize, random: Random): Promise<PreviewWorld> {
  const organization = String(portal.accounts.nord.organizationId);
  const ids = async (text: string, values: unknown[]): Promise<string[]> =>
    (await portal.admin.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const units = (name: string, type: string, count: number) =>
    ids(
      `insert into controllers (name, device_type, device_ip, username, password_encrypted, enabled, organization_id, macro_id)
       select $1 || n, $2, '192.0.2.77', 'x', 'p1:test:' || repeat('A', 40), false, $3, case when $2 = 'axxon_lpr' then 'm' || n end
       from generate_series(1, $4) n returning id`,
      [name, type, organization, count],
    );
  const controllers = await units("Port ", "axis", Math.ceil(size.doors / DOORS_A_CONTROLLER));
  const gates = await units("Infart ", "axxon_lpr", GATES);
  await portal.admin.query("insert into organization_controllers select $1, unnest($2::uuid[])", [
    organization,
    [...controllers, ...gates],
  ]);
  const doors = new Map<string, string>();
  for (const [at, controller] of controllers.entries()) {
    const here = Math.min(DOORS_A_CONTROLLER, size.doors - at * DOORS_A_CONTROLLER);
    const made = await ids(
      "insert into access_points (controller_id, name) select $1, 'Dörr ' || n from generate_series(1, $2) n returning id",
      [controller, here],
    );
    for (const door of made) doors.set(door, controller);
  }
  const calendars = await ids(
    "insert into calendars (organization_id, name) values ($1, 'Helger'), (null, 'Jul') returning id",
    [organization],
  );
  const schedules: PreviewWorld["schedules"] = [];
  for (const owner of [organization, organization, organization, null, null, null]) {
    const [id = ""] = await ids("insert into schedules (organization_id, name) values ($1, $2) returning id", [
      owner,
      `Schema ${schedules.length}`,
    ]);
    await portal.admin.query(
      "insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) select $1, d, $2, 1320, '2026-01-05' from generate_series(1, 5) d",
      [id, 60 * random.below(12)],
    );
    schedules.push({ id, organization_id: owner });
  }
  await portal.admin.query("insert into schedule_calendars values ($1, $2, 0), ($3, $4, 0)", [
    schedules[0]?.id,
    calendars[0],
    schedules[3]?.id,
    calendars[1],
  ]);
  await plantPeople(portal, { organization, size, doors: [...doors], gates });
  const groups: string[] = [];
  for (let n = 0; n < size.groups; n++) {
    const [id = ""] = await ids(
      "insert into access_groups (organization_id, name, validity_period) values ($1, $2, '12_months') returning id",
      [organization, `Grupp ${n}`],
    );
    groups.push(id);
    for (let more = 0; more < 4; more++) {
      const [door, controller] = random.pick([...doors]);
      await portal.admin.query(
        "insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id) values ($1, $2, $3, $4, $5) on conflict do nothing",
        [id, organization, controller, door, random.below(2) === 0 ? null : random.pick(schedules).id],
      );
    }
    await portal.admin.query(
      `insert into access_group_members (group_id, organization_id, end_user_id)
       select $1::uuid, $2::uuid, id from (select id from end_users where organization_id = $2::uuid order by md5(id::text || $1::uuid::text) limit $3) u`,
      [id, organization, size.members],
    );
  }
  await portal.admin.query("analyze");
  return { organization, controllers, doors, gates, schedules, calendars, groups };
}

interface People {
  organization: string;
  size: PreviewSize;
  doors: [door: string, controller: string][];
  gates: readonly string[];
}

async function plantPeople(portal: TestPortal, { organization, size, doors, gates }: People): Promise<void> {
  const pins = Array.from({ length: size.people }, (_, n) => encrypted(String(SIX_DIGITS + n)));
  await portal.admin.query(
    "insert into end_users (organization_id, first_name, last_name) select $1, 'Person', 'Nr' || n from generate_series(1, $2) n",
    [organization, size.people],
  );
  await portal.admin.query(
    `with u as (select id, substring(last_name from 3)::int as n from end_users where organization_id = $1 and first_name = 'Person'),
     pins as (insert into credentials (end_user_id, credential_type, credential_value, valid_to)
       select u.id, 'pin', ($2::text[])[u.n], now() + interval '1 year' from u returning id, end_user_id),
     cars as (insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, valid_to)
       select u.id, 'license_plate', 'AAA' || lpad((u.n % 1000)::text, 3, '0') || (u.n / 1000), 'Personbil', now() + interval '1 year' from u where u.n % 3 = 0 returning id, end_user_id)
     select count(*) from pins, cars limit 1`,
    [organization, pins],
  );
  await portal.admin.query(
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select c.id, ($2::uuid[])[d + 1], ($1::uuid[])[d + 1] from credentials c join end_users u on u.id = c.end_user_id and u.organization_id = $3,
       lateral (select distinct abs(hashtext(c.id::text || k)) % cardinality($1::uuid[]) as d from generate_series(1, ${DIRECT_DOORS}) k) x
     where c.credential_type = 'pin'`,
    [doors.map(([door]) => door), doors.map(([, controller]) => controller), organization],
  );
  await portal.admin.query(
    `insert into controller_assignments (credential_id, controller_id)
     select c.id, ($1::uuid[])[1 + abs(hashtext(c.id::text)) % ${GATES}] from credentials c join end_users u on u.id = c.end_user_id and u.organization_id = $2
     where c.credential_type = 'license_plate'`,
    [gates, organization],
  );
}
