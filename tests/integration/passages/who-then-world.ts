// A world whose stand-in devices confirm every desired entry, and edits of everything that decides who gets in.
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { seededRandom } from "#scripts/seed/random.ts";
import { endReplicas, recordApplied } from "#server/reconcile/replicas/device-sync.store.ts";
import { writeReceipts } from "#server/reconcile/replicas/receipts.store.ts";
import { encrypted, ids, type World } from "#tests/integration/platform/world.ts";

type Random = ReturnType<typeof seededRandom>;
interface Due {
  source: string;
  generation: string;
  desired: boolean;
  assigned: boolean;
}

const DOORS = [ids.sharedDoor, ids.sharedBackDoor];
const CONTROLLERS = [ids.shared, ids.southern, ids.northGate, ids.southGate];

/** Adds people, groups and schedules to the two organisations. */
export async function fill({ admin }: World): Promise<void> {
  for (const [index, name] of ["Bo", "Cia", "Dan", "Eva"].entries()) {
    const organization = index < 3 ? ids.north : ids.south;
    const person = randomUUID();
    await admin.query(
      "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, $3, 'Dragen')",
      [person, organization, name],
    );
    await admin.query(
      `insert into credentials (end_user_id, credential_type, credential_value, validity_period, valid_to)
       values ($1, 'pin', $2, '12_months', now() + interval '1 year'), ($1, 'license_plate', $3, '12_months', now() + interval '1 year')`,
      [person, encrypted(`520${index}`), `KLM 10${index}`],
    );
    await admin.query("insert into access_groups (organization_id, name) values ($1, $2)", [
      organization,
      `Grupp ${name}`,
    ]);
  }
  await admin.query("insert into schedules (name) values ('Vardag'), ('Kväll')");
  await admin.query(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
     select s.id, d, 0, 1440, '2026-01-01' from schedules s, generate_series(1, 7) d`,
  );
  await admin.query(
    `insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
     select g.id, g.organization_id, $1, $2, case g.name when 'Grupp Bo' then (select id from schedules where name = 'Vardag') end
     from access_groups g`,
    [ids.shared, ids.sharedDoor],
  );
  await admin.query(
    `insert into access_group_members (group_id, organization_id, end_user_id)
     select g.id, g.organization_id, u.id from access_groups g join end_users u using (organization_id)`,
  );
  await admin.query(
    `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
     values ($1, $2, 48, 2026, now() - interval '1 day', now() + interval '9 days')`,
    [ids.week, encrypted("9001")],
  );
  await admin.query("insert into weekly_code_assignments values ($1, $2)", [ids.week, ids.shared]);
  await admin.query("insert into controller_sync (controller_id) select id from controllers on conflict do nothing");
}

/** Lets every device write and confirm its desired entries, with receipts as the workers write them. */
export async function confirm({ admin }: World): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("begin");
    await client.query(
      "update access_points set hours_token = 'wp-sch-x' where hours_schedule_id is not null and hours_token is null",
    );
    await client.query(
      `insert into door_profiles (access_point_id, controller_id, schedule_ids, profile_token, hours_token)
       select e.access_point_id, e.controller_id, e.schedule_ids, 'wp-door-h-' || md5(e.schedule_ids::text), 'wp-sch-x'
       from (select distinct r.access_point_id, r.controller_id, s.schedule_ids
         from (select access_point_id, controller_id, credential_id, bool_and(schedule_id is not null) as timed,
             array_agg(distinct schedule_id order by schedule_id) as schedule_ids
           from private.effective_access where access_point_id is not null group by 1, 2, 3) r
         cross join lateral (select r.schedule_ids where r.timed) s) e
       on conflict (access_point_id, profile_token) do update set hours_token = excluded.hours_token, hours_problem = null`,
    );
    for (const controller of CONTROLLERS) {
      const { rows } = await client.query<Due>(
        // A gate without a list keeps nothing, and nothing is written to one that is switched off.
        `select d.source_id as source, d.desired_gen::text as generation, d.desired and l.keeps as desired, d.assigned and l.keeps as assigned
         from private.desired_replicas d join controllers k on k.id = d.controller_id
         cross join lateral (select private.is_door_type(k.device_type) or k.list_sync as keeps) l
         where d.controller_id = $1 and d.pending and k.enabled`,
        [controller],
      );
      const readBackAt = new Date();
      await writeReceipts(
        client,
        controller,
        rows.map(({ source: sourceId, generation, desired }) => ({
          sourceId,
          kind: desired ? "grant" : "revocation",
          suspendedUntilEpoch: null,
          generation,
          readBackAt,
          sent: true,
        })),
      );
      const kept = rows.filter(({ desired, assigned }) => desired || assigned);
      await recordApplied(
        client,
        controller,
        kept.map(({ source: sourceId, generation, desired }) => ({
          sourceId,
          generation,
          digest: desired ? "x" : null,
          wakesEpoch: null,
          isSuspended: false,
        })),
      );
      await endReplicas(
        client,
        controller,
        rows.filter((row) => !kept.includes(row)).map(({ source }) => source),
        [],
      );
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** A change of a door or a link makes everything at its controller uncertain until it is written; that state is not kept. */
export const settleControllers = ({ admin }: World) =>
  admin.query("update controller_sync set applied_gen = desired_gen");

/** Returns edits by their name, each of drawn rows. */
export async function drawEdits(
  admin: Pick<PoolClient, "query">,
  random: Random,
): Promise<Record<string, () => Promise<unknown>>> {
  const ask = (text: string, values: unknown[] = []) => admin.query(text, values);
  const idsOf = async (text: string) => (await admin.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const pin = random.pick(
    await idsOf("select id from credentials where credential_type = 'pin' order by display_value, id"),
  );
  const plate = random.pick(
    await idsOf("select id from credentials where credential_type = 'license_plate' order by display_value"),
  );
  const group = random.pick(await idsOf("select id from access_groups order by name"));
  const schedule = random.pick(await idsOf("select id from schedules order by name"));
  const door = random.pick(DOORS);
  const hours = random.pick([null, schedule]);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  return {
    "give a door": () =>
      ask(
        `insert into controller_assignments (credential_id, controller_id, access_point_id)
         select c.id, $2, $3 from credentials c where c.id = $1 and private.is_offered_place(c.organization_id, $2, $3) on conflict do nothing`,
        [pin, ids.shared, door],
      ),
    "give the gate": () =>
      ask(
        `insert into controller_assignments (credential_id, controller_id)
         select c.id, l.controller_id from credentials c join organization_controllers l using (organization_id)
         join controllers k on k.id = l.controller_id and k.device_type <> 'axis' where c.id = $1 on conflict do nothing`,
        [plate],
      ),
    "take all": () => ask("delete from controller_assignments where credential_id = $1", [random.pick([pin, plate])]),
    "switch a code": () => ask("update credentials set enabled = not enabled where id = $1", [pin]),
    "date a code": () =>
      ask("update credentials set valid_from = $2, valid_to = $3 where id = $1", [
        random.pick([pin, plate]),
        inDays(random.pick([-9, -9, 1])),
        inDays(random.pick([2, 6, 9])),
      ]),
    "end a code": () =>
      ask("update credentials set valid_from = $2, valid_to = $3 where id = $1", [pin, inDays(-9), inDays(-1)]),
    "change a plate": () =>
      ask("update credentials set credential_value = 'XYZ ' || (100 + random() * 899)::int where id = $1", [plate]),
    join: () =>
      ask(
        `insert into access_group_members (group_id, organization_id, end_user_id, valid_from, valid_to)
         select $1, g.organization_id, u.id, $2, $3 from access_groups g join end_users u using (organization_id) where g.id = $1
         on conflict do nothing`,
        [group, random.pick([null, null, inDays(1)]), random.pick([null, inDays(3)])],
      ),
    "leave the group": () =>
      ask(
        "delete from access_group_members where group_id = $1 and end_user_id in (select end_user_id from credentials where id = $2)",
        [group, pin],
      ),
    "date the memberships": () =>
      ask("update access_group_members set valid_from = $2, valid_to = $3 where group_id = $1", [
        group,
        random.pick([null, inDays(2)]),
        random.pick([null, inDays(4)]),
      ]),
    "name a group": () => ask("update access_groups set name = name || 'x' where id = $1", [group]),
    "add places to the group": () =>
      ask(
        `insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
         select g.id, g.organization_id, l.controller_id, p.id, $3 from access_groups g join organization_controllers l using (organization_id)
         left join access_points p on p.controller_id = l.controller_id
         where g.id = $1 and (p.id = $2 or p.id is null) on conflict do nothing`,
        [group, door, hours],
      ),
    "take a door from the group": () =>
      ask("delete from access_group_doors where group_id = $1 and access_point_id = $2", [group, door]),
    "give the group other hours": () =>
      ask("update access_group_doors set schedule_id = $2 where group_id = $1", [group, hours]),
    "change the hours": () =>
      ask(
        `with gone as (delete from schedule_hours where schedule_id = $1)
         insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
         select $1, d, $2, $3, '2026-01-01' from generate_series(1, 7) d`,
        [schedule, random.below(24) * 60, random.below(24) * 60 + 30],
      ),
    "name a schedule": () => ask("update schedules set name = name || 'x' where id = $1", [schedule]),
    "close today": () =>
      ask(
        `with c as (insert into calendars (name) values (gen_random_uuid()::text) returning id),
           d as (insert into calendar_days (calendar_id, first_day, last_day) select id, current_date - 1, current_date + 1 from c)
         insert into schedule_calendars select $1, id, (select count(*) from schedule_calendars where schedule_id = $1) from c`,
        [schedule],
      ),
    "open today": () => ask(`update calendar_days set hours = '[{"from": 0, "to": 1440}]'`),
    "lift the calendars": () => ask("delete from schedule_calendars"),
    "give a door hours": () => ask("update access_points set hours_schedule_id = $2 where id = $1", [door, hours]),
    "keep no hours": () =>
      ask(
        "update access_points set hours_token = null, hours_problem = 'no_schedules' where id = $1 and hours_schedule_id is not null",
        [door],
      ),
    "keep no hours of rights": () =>
      ask("update door_profiles set hours_token = null, hours_problem = 'hours_refused'"),
    "switch a door": () => ask("update access_points set enabled = not enabled where id = $1", [door]),
    "ask for a card": () =>
      ask("update access_points set pin_use = $2, pin_hours = null where id = $1", [
        door,
        random.pick(["never", "always"]),
      ]),
    "take a code by hours": () =>
      ask("update access_points set pin_use = 'hours', pin_hours = $2 where id = $1", [
        door,
        JSON.stringify({ weekly: random.pick([[], [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }]]) }),
      ]),
    "take longer codes": () =>
      ask("update access_points set pin_min = $2, pin_max = $2 where id = $1", [door, random.pick([null, 4, 6])]),
    "hold a door": () =>
      ask(
        `insert into door_holds (request_id, access_point_id, requested_by, requested_as, reason, until, sent_at, organization_id)
         values (gen_random_uuid(), $1, $2, 'Sy D', 'leverans', now() + interval '1 hour', now(), $3) on conflict do nothing`,
        [door, ids.southAdmin, random.pick([ids.north, ids.south, null])],
      ),
    "end the holds": () =>
      ask(
        "update door_holds set ended_at = now(), end_cause = 'released', end_confirmed_at = now() where ended_at is null",
      ),
    "keep a list at the gate": () =>
      ask("update controllers set list_sync = not list_sync where id = $1", [ids.northGate]),
    "switch the gate": () => ask("update controllers set enabled = not enabled where id = $1", [ids.northGate]),
    "lose the macro": () =>
      ask("update controllers set macro_id = $2 where id = $1", [ids.northGate, random.pick([null, "m1"])]),
    "move the weekly code": () => ask("update weekly_codes set valid_to = $1", [inDays(random.pick([-0.5, 3]))]),
    "take the weekly code from the unit": () => ask("delete from weekly_code_assignments"),
    "give the weekly code": () =>
      ask("insert into weekly_code_assignments select id, $1 from weekly_codes on conflict do nothing", [ids.shared]),
    "offer one door": () =>
      ask(
        "insert into organization_access_points (organization_id, controller_id, access_point_id) values ($1, $2, $3) on conflict do nothing",
        [random.pick([ids.north, ids.south]), ids.shared, door],
      ),
    "offer all doors": () => ask("delete from organization_access_points"),
    "take the gate": () => ask("delete from organization_controllers where controller_id = $1", [ids.northGate]),
    "give the gate back": () =>
      ask("insert into organization_controllers values ($1, $2) on conflict do nothing", [ids.north, ids.northGate]),
  };
}
