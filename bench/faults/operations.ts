// What people and cameras do, each as one call over the wire, with the question whether it happened in full, not at all
// or, which must never be, by half.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import type { Random } from "#scripts/seed/random.ts";
import { sealAad } from "#server/crypto/sealed-columns.ts";
import type { World } from "./world.ts";

/** What the caller was told. "unknown": no answer, or one that says that the portal could not tell. */
export type Told = "done" | "refused" | "unknown";
/** What the database says happened; a text says what is half. */
export type Happened = "all" | "none" | { half: string };

export interface Operation {
  name: string;
  /** Sends it once. Never throws. */
  send(): Promise<Told>;
  happened(): Promise<Happened>;
  /** Row whose change the audit must hold; null where the row is not known beforehand. */
  subject: string | null;
}

interface Person {
  id: string;
  pinId: string;
  pin: string;
  plate: string;
}

export const OPERATIONS = {
  create: createPerson,
  edit: editPerson,
  remove_pin: removePin,
  delete: deletePerson,
  import: importVehicles,
  weekly_generate: generateWeeklyCode,
  weekly_delete: deleteWeeklyCode,
  door_off: turnDoorOff,
  unlink: unlinkController,
  passage: driveThrough,
} as const;
export type OperationName = keyof typeof OPERATIONS;

/** What a macro call may be under way beside the five seconds of the decision. */
const LATEST_ON_WIRE_MS = 500;

interface Means {
  world: World;
  system: SupabaseClient;
  random: Random;
}

async function createPerson({ world, system, random }: Means): Promise<Operation> {
  const lastName = `Ny-${randomUUID()}`;
  return {
    name: "create",
    subject: null,
    send: () => tell(system, "end-user-manager", { action: "CREATE", payload: payload(world, random, lastName) }),
    happened: async () => {
      const row = await first(
        world,
        `select count(distinct u.id)::int as people, count(distinct c.id)::int as credentials, count(a.id)::int as assignments
         from end_users u left join credentials c on c.end_user_id = u.id left join controller_assignments a on a.credential_id = c.id
         where u.last_name = $1`,
        [lastName],
      );
      if (row["people"] === 0) return "none";
      return row["people"] === 1 && row["credentials"] === 2 && row["assignments"] === 5 ? "all" : half(row);
    },
  };
}

async function editPerson(means: Means): Promise<Operation> {
  const { world, system, random } = means;
  const person = await addPerson(means);
  const lastName = `Ändrad-${randomUUID()}`;
  const wanted = payload(world, random, lastName);
  const newPin = wanted.pin.value;
  return {
    name: "edit",
    subject: person.id,
    send: () => tell(system, "end-user-manager", { action: "UPDATE", id: person.id, payload: wanted }),
    happened: async () => {
      const row = await first(
        world,
        "select u.last_name, c.id, c.credential_value as sealed from end_users u join credentials c on c.end_user_id = u.id where u.id = $1 and c.credential_type = 'pin'",
        [person.id],
      );
      const pin = world.keys.openPin(String(row["sealed"]), sealAad("credentials.credential_value", String(row["id"])));
      const renamed = row["last_name"] === lastName;
      if (renamed && pin === newPin) return "all";
      return !renamed && pin === person.pin ? "none" : half({ renamed, newPin: pin === newPin });
    },
  };
}

async function removePin(means: Means): Promise<Operation> {
  const { world, system, random } = means;
  const person = await addPerson(means);
  const lastName = `Utan-${randomUUID()}`;
  const { pin: _pin, ...wanted } = payload(world, random, lastName);
  return {
    name: "remove_pin",
    subject: person.id,
    send: () => tell(system, "end-user-manager", { action: "UPDATE", id: person.id, payload: wanted }),
    happened: async () => {
      const row = await first(
        world,
        `select u.last_name = $2 as renamed, exists (select from credentials c where c.end_user_id = u.id and c.credential_type = 'pin') as has_pin
         from end_users u where u.id = $1`,
        [person.id, lastName],
      );
      if (row["renamed"] === true && row["has_pin"] === false) return "all";
      return row["renamed"] === false && row["has_pin"] === true ? "none" : half(row);
    },
  };
}

async function deletePerson(means: Means): Promise<Operation> {
  const { world, system } = means;
  const person = await addPerson(means);
  return {
    name: "delete",
    subject: person.id,
    send: () => tell(system, "end-user-manager", { action: "DELETE", id: person.id }),
    happened: async () => {
      const row = await first(
        world,
        `select (select count(*)::int from end_users where id = $1) as people, (select count(*)::int from credentials where end_user_id = $1) as credentials`,
        [person.id],
      );
      if (row["people"] === 0 && row["credentials"] === 0) return "all";
      return row["people"] === 1 && row["credentials"] === 2 ? "none" : half(row);
    },
  };
}

const IMPORT_ROWS = 12;

async function importVehicles({ world, system }: Means): Promise<Operation> {
  const importId = randomUUID();
  const lastName = `Import-${importId}`;
  const body = {
    action: "IMPORT",
    import_id: importId,
    organization_id: world.organizationId,
    rows: Array.from({ length: IMPORT_ROWS }, (_, index) => ({
      row: index + 1,
      plate: freshPlate(),
      first_name: "Bil",
      last_name: lastName,
      vehicle_type: "Personbil",
    })),
  };
  return {
    name: "import",
    subject: null,
    send: () => tell(system, "vehicle-import", body),
    happened: async () => {
      const row = await first(
        world,
        `select count(distinct u.id)::int as people, count(distinct c.id)::int as plates, count(a.id)::int as assignments
         from end_users u left join credentials c on c.end_user_id = u.id left join controller_assignments a on a.credential_id = c.id
         where u.last_name = $1`,
        [lastName],
      );
      if (row["people"] === 0) return "none";
      if (row["people"] !== row["plates"] || row["people"] !== row["assignments"]) return half(row);
      return row["people"] === IMPORT_ROWS ? "all" : half(row);
    },
  };
}

async function generateWeeklyCode({ world, system }: Means): Promise<Operation> {
  const known = (await all(world, "select id from weekly_codes")).map((row) => String(row["id"]));
  const controllerIds = world.houses.map((house) => house.id);
  return {
    name: "weekly_generate",
    subject: null,
    send: () => tell(system, "generate-weekly-codes", { action: "generate", controllerIds }),
    happened: async () => {
      const made = await all(
        world,
        `select w.id, (select count(*)::int from weekly_code_assignments a where a.weekly_code_id = w.id) as controllers
         from weekly_codes w where not (w.id = any ($1::uuid[]))`,
        [known],
      );
      if (made.length === 0) return "none";
      return made.length === 1 && made[0]?.["controllers"] === controllerIds.length
        ? "all"
        : half({ made: made.length });
    },
  };
}

async function deleteWeeklyCode(means: Means): Promise<Operation> {
  const { world, system } = means;
  await OPERATIONS.weekly_generate(means).then((generate) => generate.send());
  const newest = await first(world, "select id from weekly_codes order by year desc, week_number desc limit 1");
  const id = String(newest["id"]);
  return {
    name: "weekly_delete",
    subject: id,
    send: () => tell(system, "generate-weekly-codes", { action: "delete", weeklyCodeId: id }),
    happened: async () =>
      (await first(world, "select count(*)::int as n from weekly_codes where id = $1", [id]))["n"] === 0
        ? "all"
        : "none",
  };
}

/** A table call that knows nothing of devices: everybody loses, or has again, one door. */
async function turnDoorOff(means: Means): Promise<Operation> {
  const { world, system, random } = means;
  await personOnDevices(means);
  const id = random.pick(random.pick(world.houses).doorIds);
  const door = await first(world, "select enabled from access_points where id = $1", [id]);
  const wanted = door["enabled"] !== true;
  return {
    name: "door_off",
    subject: id,
    send: () => tellTable(system.from("access_points").update({ enabled: wanted }).eq("id", id)),
    happened: async () =>
      (await first(world, "select enabled from access_points where id = $1", [id]))["enabled"] === wanted
        ? "all"
        : "none",
  };
}

/** The organisation loses a controller with all its doors, or has it back. */
async function unlinkController(means: Means): Promise<Operation> {
  const { world, system, random } = means;
  await personOnDevices(means);
  const { id } = random.pick(world.houses);
  const link = { organization_id: world.organizationId, controller_id: id };
  const linked = async () =>
    (await first(world, "select count(*)::int as n from organization_controllers where controller_id = $1", [id]))[
      "n"
    ] === 1;
  const before = await linked();
  const table = () => system.from("organization_controllers");
  return {
    name: "unlink",
    subject: null,
    send: () => tellTable(before ? table().delete().match(link) : table().insert(link)),
    happened: async () => ((await linked()) === before ? "none" : "all"),
  };
}

/** A car stops at the camera and is read three times; the gate opens once, within five seconds, or not at all. */
async function driveThrough(means: Means): Promise<Operation> {
  const { world } = means;
  const { device } = world.gate;
  const { plate } = await addPerson(means);
  const openings = device.openings.length;
  const queries = device.log.length;
  const logged = () => all(world, "select opened from access_logs where plate_number = $1", [plate]);
  return {
    name: "passage",
    subject: null,
    send: async () => {
      await device.drive(plate, { repeats: 2, repeatAfterMs: 100 });
      return device.log.slice(queries).some(({ plate: read, status }) => read === plate && status === 200)
        ? "done"
        : "unknown";
    },
    happened: async () => {
      const reads = device.log.slice(queries).filter((query) => query.plate === plate);
      const answered = reads.filter(({ status }) => status === 200).length;
      const rows = await logged();
      const opened = rows.filter((row) => row["opened"] === true).length;
      const opens = device.openings.slice(openings);
      const late = opens.some(({ at }) => at - (reads[0]?.at ?? at) > GATE_LATEST_MS + LATEST_ON_WIRE_MS);
      if (rows.length < answered || rows.length > reads.length || opened > 1 || opens.length > opened || late)
        return half({ answered, rows: rows.length, opened, opens: opens.length, late });
      return rows.length === 0 ? "none" : "all";
    },
  };
}

/** A person with a PIN at every door and a plate at the gate, saved before any fault. */
async function addPerson({ world, system, random }: Means): Promise<Person> {
  const wanted = payload(world, random, `Person-${randomUUID()}`);
  const { data, error } = await system.functions.invoke<unknown>("end-user-manager", {
    body: { action: "CREATE", payload: wanted },
  });
  if (error) throw error;
  const id = z.object({ end_user_id: z.string() }).parse(data).end_user_id;
  const credential = await first(
    world,
    "select id from credentials where end_user_id = $1 and credential_type = 'pin'",
    [id],
  );
  return { id, pinId: String(credential["id"]), pin: wanted.pin.value, plate: wanted.vehicle.plate_number };
}

/** Somebody must be on the devices for a door to be lost by. */
async function personOnDevices(means: Means): Promise<void> {
  const { pinId } = await addPerson(means);
  for (let left = 600; left > 0; left--) {
    const row = await first(
      means.world,
      "select count(*)::int as n from device_sync where holder_id = $1 and not pending and applied_digest is not null",
      [pinId],
    );
    if (row["n"] === means.world.houses.length) return;
    await wait(50);
  }
  throw new Error("a person did not come on the devices before the fault");
}

function payload(world: World, random: Random, lastName: string) {
  return {
    organization_id: world.organizationId,
    first_name: "Prov",
    last_name: lastName,
    pin: {
      value: String(100_000 + random.below(900_000)),
      validity_period: "12_months",
      access_point_ids: world.houses.flatMap((house) => house.doorIds),
    },
    vehicle: {
      plate_number: freshPlate(),
      vehicle_type: "Personbil",
      validity_period: "12_months",
      controller_ids: [world.gate.id],
    },
  };
}

function freshPlate(): string {
  return `P${randomUUID().replaceAll("-", "").slice(0, 8).toUpperCase()}`;
}

async function tell(system: SupabaseClient, name: string, body: object): Promise<Told> {
  const { error } = await system.functions.invoke(name, { body: { ...body } });
  if (!error) return "done";
  const status = error.context instanceof Response ? error.context.status : 0;
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

async function tellTable(call: PromiseLike<{ error: { message: string } | null; status: number }>): Promise<Told> {
  const { error, status } = await call;
  if (!error) return "done";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

type Row = Record<string, unknown>;

async function all(world: World, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.admin.query<Row>(text, values)).rows;
}

/** The first row; an empty one where there is none, so that a half-done thing is described and does not crash us. */
async function first(world: World, text: string, values: unknown[] = []): Promise<Row> {
  return (await all(world, text, values))[0] ?? {};
}

function half(found: object): Happened {
  return { half: JSON.stringify(found) };
}
