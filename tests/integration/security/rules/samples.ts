// Lists a row of each writable table, in the form in which a system admin inserts it, and a change of it.
import { randomUUID } from "node:crypto";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import type { RuleWorld } from "./world.ts";

type Row = Record<string, unknown>;

interface Sample {
  /** Returns a new row's body; absent where no table call makes one. */
  readonly row?: () => Promise<Row>;
  readonly changed?: Row;
  /** Makes a row past the tenant guard and returns its name. Absent where `row` makes it or where a row always exists. */
  readonly planted?: () => Promise<string>;
  readonly there?: string;
}

export type SampleWorld = Pick<
  RuleWorld,
  "sql" | "north" | "shared" | "sharedDoor" | "gate" | "person" | "credential" | "freePin" | "portal"
>;

export function samplesOf(world: SampleWorld): Readonly<Record<string, Sample>> {
  const { sql, north, shared, sharedDoor, gate, person, credential, freePin, portal } = world;
  const { system } = portal.accounts;
  const weeklyCode = async (year = 2027) => {
    const id = randomUUID();
    await sql(
      `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
       select $1, $2, coalesce(max(week_number), 0) + 1, $3, now(), now() + interval '7 days' from weekly_codes where year = $3`,
      [id, encryptWeeklyCode(portal.server.deps.keys, id, "513907"), year],
    );
    return id;
  };
  const controller = async () => {
    const id = randomUUID();
    await sql(
      `insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values ($1::uuid, 'Prov ' || $1, 'axis', '192.0.2.60', false, $2)`,
      [id, north],
    );
    return id;
  };
  const door = async () => {
    const id = randomUUID();
    await sql("insert into access_points (id, controller_id, name) values ($1, $2, 'Prov')", [id, shared]);
    return id;
  };
  const ofId = (id: string) => `id=eq.${id}`;
  return {
    access_points: {
      row: async () => ({ id: randomUUID(), controller_id: shared, name: `Prov ${freePin()}` }),
      changed: { description: "Ny" },
    },
    alert_opt_outs: {
      row: async () => {
        await sql("delete from alert_opt_outs");
        return { user_id: system.userId };
      },
    },
    alert_settings: { changed: { restart_count: 17 }, there: "denial_burst_minutes=not.is.null" },
    alert_webhooks: {
      changed: { name: "Nytt namn" },
      planted: async () => {
        const id = randomUUID();
        await sql(
          `insert into alert_webhooks (id, name, origin, encrypted_url, signing_secret, enabled) values
             ($1, 'Prov', 'https://prov.example', 'p1:abcd1234:' || repeat('A', 60), 'p1:abcd1234:' || repeat('A', 60), false)`,
          [id],
        );
        return ofId(id);
      },
    },
    controller_assignments: {
      row: async () => ({
        id: randomUUID(),
        credential_id: await credential(),
        controller_id: shared,
        access_point_id: sharedDoor,
      }),
    },
    controller_users: {
      row: async () => ({ id: randomUUID(), controller_id: shared, first_name: "Prov", last_name: "Vakt" }),
      changed: { last_name: "Ny" },
    },
    controllers: {
      row: async () => ({
        id: randomUUID(),
        name: `Prov ${freePin()}`,
        device_type: "axis",
        device_ip: "192.0.2.61",
        enabled: false,
        organization_id: north,
      }),
      changed: { name: "Nytt namn" },
    },
    credentials: {
      row: async () => ({
        id: randomUUID(),
        end_user_id: await person(),
        credential_type: "pin",
        credential_value: freePin(),
        valid_to: "2036-01-01T00:00:00Z",
      }),
      changed: { enabled: false },
    },
    end_users: {
      row: async () => ({ id: randomUUID(), organization_id: north, first_name: "Nora", last_name: "Nord" }),
      changed: { last_name: "Ny" },
    },
    mfa_requirements: { changed: { required: true }, there: "role=eq.org_admin" },
    notice_choices: {
      // Only org admins have any.
      planted: async () => {
        await sql("delete from notice_choices");
        await sql("insert into notice_choices (user_id, kind, pace) values ($1, 'refused', 'day')", [
          portal.accounts.nord.userId,
        ]);
        return `user_id=eq.${portal.accounts.nord.userId}`;
      },
      row: async () => {
        await sql("delete from notice_choices");
        return { user_id: portal.accounts.nord.userId, kind: "refused", pace: "hour" };
      },
      changed: { pace: "hour" },
    },
    organization_access_points: {
      row: async () => ({ organization_id: north, access_point_id: await door() }),
    },
    organization_controllers: {
      row: async () => ({ organization_id: north, controller_id: await controller() }),
    },
    organizations: {
      row: async () => ({ id: randomUUID(), name: `Prov ${freePin()}` }),
      changed: { description: "Ny" },
    },
    plate_aliases: {
      planted: async () => {
        const id = randomUUID();
        const pin = await credential();
        await sql(
          "insert into plate_aliases (id, controller_id, organization_id, credential_id, plate_number) values ($1, $2, $3, $4, $5)",
          [id, gate, north, pin, `P${freePin()}`],
        );
        return ofId(id);
      },
    },
    profiles: { changed: { first_name: "Ny" }, there: `id=eq.${system.userId}` },
    weekly_code_assignments: {
      row: async () => ({ weekly_code_id: await weeklyCode(), controller_id: await controller() }),
    },
    weekly_code_settings: {
      row: async () => ({ controller_id: await controller() }),
      changed: { weeks_ahead: 3 },
    },
    // Only a function makes and encrypts the codes.
    weekly_codes: {
      planted: async () => ofId(await weeklyCode()),
      changed: { valid_to: "2036-01-01T00:00:00Z" },
    },
  };
}

/** Returns the filter of a sample's row, from the values it was made of. */
export const filterOf = (row: Row): string =>
  "id" in row
    ? `id=eq.${String(row["id"])}`
    : Object.entries(row)
        .map(([name, is]) => `${name}=eq.${String(is)}`)
        .join("&");
