// Two organisations with a door and a gate each, and an admin of each. Tests run the job by hand, as any number of servers.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { systemClock } from "#drivers/clock.ts";
import { sendNotices } from "#server/notices/send-notices.job.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createMailPort } from "#server/platform/mail/port.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";

export const keys = createKeyRing("a secret that only tests have 0123456789");

export interface QueuedNotice {
  to: string;
  kind: string;
  total: number;
  more: number;
  items: {
    place: string;
    who: string | null;
    what: string | null;
    count: number;
    id: string;
    isOver: boolean | null;
  }[];
}

export interface Tenant {
  organization: string;
  admin: string;
  email: string;
  person: string;
  pin: string;
  plate: string;
  controller: string;
  door: string;
  gate: string;
}

export type NoticeRig = Awaited<ReturnType<typeof makeNoticeRig>>;

export async function makeNoticeRig() {
  const database = await createTestDatabase();
  const admin = openPool({ connectionString: database.adminUrl, max: 4 });
  const opened: Pools[] = [];
  const one = async (text: string, values: unknown[] = []): Promise<string> =>
    (await admin.query<{ id: string }>(text, values)).rows[0]?.id ?? "";

  async function tenant(name: string): Promise<Tenant> {
    const organization = await one("insert into organizations (name) values ($1) returning id", [`Brf ${name}`]);
    const email = `${name.toLowerCase()}@x.example`;
    const user = await one("insert into auth.users (email) values ($1) returning id", [email]);
    await admin.query("insert into profiles (id, first_name, last_name, email) values ($1, 'Nora', 'Nord', $2)", [
      user,
      email,
    ]);
    await admin.query("insert into user_roles (user_id, role, organization_id) values ($1, 'org_admin', $2)", [
      user,
      organization,
    ]);
    const unit =
      "insert into controllers (name, device_type, device_ip, organization_id) values ($1, $2, '192.0.2.5', $3) returning id";
    const controller = await one(unit, [`Port ${name}`, "axis", organization]);
    const gate = await one(unit, [`Infart ${name}`, "axxon_lpr", organization]);
    const door = await one(
      "insert into access_points (controller_id, name, device_door_token) values ($1, $2, 'd1') returning id",
      [controller, `Entré ${name}`],
    );
    const person = await one(
      "insert into end_users (organization_id, first_name, last_name) values ($1, 'Anna', $2) returning id",
      [organization, `Skog ${name}`],
    );
    const plate = await one(
      `insert into credentials (end_user_id, organization_id, credential_type, credential_value, validity_period)
       values ($1, $2, 'license_plate', $3, '1_day') returning id`,
      [person, organization, `MLB 8${name.length}A`],
    );
    return { organization, admin: user, email, person, pin: plate, plate, controller, door, gate };
  }

  // The last system admin may not get another role.
  const system = await one("insert into auth.users (email) values ('system@x.example') returning id");
  await admin.query(
    "insert into profiles (id, first_name, last_name, email) values ($1, 'Siri', 'Ström', 'system@x.example')",
    [system],
  );
  await admin.query("insert into user_roles (user_id, role) values ($1, 'system_admin')", [system]);
  return {
    admin,
    north: await tenant("Norr"),
    south: await tenant("Söder"),
    addServer(configured = true) {
      const pools = createPools({ url: database.authenticatorUrl, log: pino({ level: "silent" }) });
      opened.push(pools);
      const problems: unknown[] = [];
      const log = { warn: (...parts: unknown[]) => void problems.push(parts) };
      const mail = createMailPort({ keys, configured });
      return {
        problems,
        look: () => sendNotices({ engine: pools.engine, clock: systemClock, log, keys, mail }),
      };
    },
    /** Dates the choice two hours back, so that events stored now are due. */
    async choose({ admin: user }: Tenant, kind: string, pace: string): Promise<void> {
      await admin.query("insert into notice_choices (user_id, kind, pace) values ($1, $2, $3)", [user, kind, pace]);
      await admin.query(
        "update notice_choices set chosen_at = now() - interval '2 hours', told_to = now() - interval '2 hours' where user_id = $1",
        [user],
      );
    },
    /** Stores an event of the tenant's door; `stored` and `occurred` are seconds ago. */
    async doorEvent(
      { organization, controller, door }: Tenant,
      {
        kind = "access",
        granted = kind === "access" ? false : null,
        reason = kind === "access" ? "unknown_code" : null,
        credential = null,
        stored = 60,
        occurred = stored,
        count = 1,
        of = organization,
      }: {
        kind?: string;
        granted?: boolean | null;
        reason?: string | null;
        credential?: string | null;
        stored?: number;
        occurred?: number;
        count?: number;
        of?: string | null;
      } = {},
    ): Promise<string> {
      const id = randomUUID();
      await admin.query(
        `insert into door_events (id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
         select case n when 1 then $1::uuid else gen_random_uuid() end, now() - make_interval(secs => $2::float8 + n * 0.001),
           now(), now() - make_interval(secs => $3), $4, $5, $6, $7, $8, $9, $10 from generate_series(1, $11::int) n`,
        [id, occurred, stored, controller, door, of, kind, granted, reason, credential, count],
      );
      return id;
    },
    async gateRead({ organization, gate, plate }: Tenant, { reason = "expired", ago = 60 } = {}): Promise<void> {
      await admin.query(
        `insert into access_logs (detected_at, plate_number, controller_id, organization_id, credential_id, access_granted, access_reason)
         values (now() - make_interval(secs => $1), 'MLB84A', $2, $3, $4, $5, $6)`,
        [ago, gate, organization, plate, reason === "valid_credential", reason],
      );
    },
    async queued(): Promise<QueuedNotice[]> {
      const { rows } = await admin.query<{ id: string; recipient: string; encrypted: string }>(
        "select id, recipient, encrypted_content as encrypted from mail_queue where template = 'notice' order by created_at, recipient, id",
      );
      return rows.map(({ id, recipient, encrypted }) => ({
        to: recipient,
        ...(JSON.parse(keys.openText(encrypted, encryptionAad("mail_queue.encrypted_content", id))) as Omit<
          QueuedNotice,
          "to"
        >),
      }));
    },
    /** Erases the tenant's person, as its admin. */
    async erase({ admin: user, organization, person }: Tenant): Promise<void> {
      const client = await admin.connect();
      try {
        await client.query("begin");
        await client.query("select set_config('app.sub', $1, true), set_config('app.org', $2, true)", [
          user,
          organization,
        ]);
        await client.query("set local role org_admin");
        await client.query("select private.erase_person($1)", [person]);
        await client.query("commit");
      } finally {
        client.release();
      }
    },
    clear: () =>
      admin.query(
        "delete from notice_choices; delete from mail_queue; delete from door_events; delete from access_logs",
      ),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((pools) => pools.close()));
      await admin.end();
      await database.drop();
    },
  };
}
