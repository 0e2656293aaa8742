import { randomUUID } from "node:crypto";
import { isTrivialPin } from "#contract/pin.ts";
import {
  all,
  type Context,
  first,
  freshPlate,
  half,
  type Operation,
  personOnDevices,
  report,
  reportTable,
} from "./context.ts";

const IMPORT_ROWS = 12;

export async function importVehicles({ world, system }: Context): Promise<Operation> {
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
    send: () => report(system, "vehicle-import", body),
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

/** Imports people, each with texts, a PIN at every door and a plate. */
export async function importPeople({ world, system, random }: Context): Promise<Operation> {
  const importId = randomUUID();
  const lastName = `Fil-${importId}`;
  const doorIds = world.fixtures.flatMap((fixture) => fixture.doorIds);
  const firstPin = 100_000 + random.below(700_000);
  const pins = Array.from({ length: 2 * IMPORT_ROWS }, (_, index) => String(firstPin + index * 7_919));
  const guarded = pins.filter((pin) => !isTrivialPin(pin));
  const body = {
    action: "IMPORT",
    import_id: importId,
    organization_id: world.organizationId,
    total: IMPORT_ROWS,
    access_point_ids: doorIds,
    rows: Array.from({ length: IMPORT_ROWS }, (_, index) => ({
      row: index + 1,
      first_name: "Boende",
      last_name: lastName,
      email: `boende.${index}@exempel.example`,
      apartment: String(1_101 + index),
      phone: "",
      note: "",
      pin: guarded[index] ?? "",
      doors: [],
      plate: freshPlate(),
      validity: "12_months",
    })),
  };
  return {
    name: "import_people",
    subject: null,
    send: () => report(system, "people-import", body),
    happened: async () => {
      const found = await all(
        world,
        `select u.apartment, count(distinct c.id) filter (where c.credential_type = 'pin')::int as pins,
           count(distinct c.id) filter (where c.credential_type = 'license_plate')::int as plates, count(a.id)::int as assignments
         from end_users u left join credentials c on c.end_user_id = u.id left join controller_assignments a on a.credential_id = c.id
         where u.last_name = $1 group by u.id`,
        [lastName],
      );
      if (found.length === 0) return "none";
      const isWhole = (row: (typeof found)[number]) =>
        row["pins"] === 1 && row["plates"] === 1 && row["assignments"] === doorIds.length + 1;
      const parts = found.filter((row) => !isWhole(row));
      return parts.length === 0 && found.length === IMPORT_ROWS ? "all" : half({ people: found.length, parts });
    },
  };
}

export async function generateWeeklyCode({ world, system }: Context): Promise<Operation> {
  const known = (await all(world, "select id from weekly_codes")).map((row) => String(row["id"]));
  const controllerIds = world.fixtures.map((fixture) => fixture.id);
  return {
    name: "weekly_generate",
    subject: null,
    send: () => report(system, "generate-weekly-codes", { action: "generate", controllerIds }),
    happened: async () => {
      const made = await all(
        world,
        `select w.id, (select count(*)::int from weekly_code_assignments a where a.weekly_code_id = w.id) as controllers,
           date_trunc('week', w.valid_from at time zone 'Europe/Stockholm') = w.valid_from at time zone 'Europe/Stockholm'
             and (w.valid_from at time zone 'Europe/Stockholm') + interval '7 days' = w.valid_to at time zone 'Europe/Stockholm' as whole_week
         from weekly_codes w where not (w.id = any ($1::uuid[]))`,
        [known],
      );
      if (made.length === 0) return "none";
      const [code = {}] = made;
      return made.length === 1 && code["controllers"] === controllerIds.length && code["whole_week"] === true
        ? "all"
        : half({ made: made.length, ...code });
    },
  };
}

export async function deleteWeeklyCode(context: Context): Promise<Operation> {
  const { world, system } = context;
  await generateWeeklyCode(context).then((generate) => generate.send());
  const newest = await first(world, "select id from weekly_codes order by year desc, week_number desc limit 1");
  const id = String(newest["id"]);
  return {
    name: "weekly_delete",
    subject: id,
    send: () => report(system, "generate-weekly-codes", { action: "delete", weeklyCodeId: id }),
    happened: async () =>
      (await first(world, "select count(*)::int as n from weekly_codes where id = $1", [id]))["n"] === 0
        ? "all"
        : "none",
  };
}

export async function turnDoorOff(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  await personOnDevices(context);
  const id = random.pick(random.pick(world.fixtures).doorIds);
  const door = await first(world, "select enabled from access_points where id = $1", [id]);
  const wanted = door["enabled"] !== true;
  return {
    name: "door_off",
    subject: id,
    send: () => reportTable(system.from("access_points").update({ enabled: wanted }).eq("id", id)),
    happened: async () =>
      (await first(world, "select enabled from access_points where id = $1", [id]))["enabled"] === wanted
        ? "all"
        : "none",
  };
}

export async function unlinkController(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  await personOnDevices(context);
  const { id } = random.pick(world.fixtures);
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
    send: () => reportTable(before ? table().delete().match(link) : table().insert(link)),
    happened: async () => ((await linked()) === before ? "none" : "all"),
  };
}
