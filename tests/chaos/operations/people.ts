import { randomUUID } from "node:crypto";
import { VALIDITY_PERIODS } from "#contract/validity.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { addPerson, type Context, first, half, type Operation, payload, report, reportTable } from "./context.ts";

/** Saves a person for any period. PostgreSQL confirms its end, including clock changes and short months. */
export async function createPerson({ world, system, random }: Context): Promise<Operation> {
  const lastName = `Ny-${randomUUID()}`;
  const period = random.pick(VALIDITY_PERIODS);
  const wanted = payload(world, random, lastName, period);
  return {
    name: "create",
    subject: null,
    send: () => report(system, "end-user-manager", { action: "CREATE", payload: wanted }),
    happened: async () => {
      const row = await first(
        world,
        `select count(distinct u.id)::int as people, count(distinct c.id)::int as credentials, count(a.id)::int as assignments,
           bool_and(c.credential_type <> 'pin' or c.valid_to = ((c.valid_from at time zone 'Europe/Stockholm') + $2::interval) at time zone 'Europe/Stockholm') as ends_right
         from end_users u left join credentials c on c.end_user_id = u.id left join controller_assignments a on a.credential_id = c.id
         where u.last_name = $1`,
        [lastName, period.replace("_", " ")],
      );
      if (row["people"] === 0) return "none";
      const whole = row["people"] === 1 && row["credentials"] === 2 && row["assignments"] === 5;
      return whole && row["ends_right"] === true ? "all" : half(row);
    },
  };
}

export async function assignDoor(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  const { pinId } = await addPerson(context);
  const fixture = random.pick(world.fixtures);
  const link = { credential_id: pinId, controller_id: fixture.id, access_point_id: random.pick(fixture.doorIds) };
  const table = () => system.from("controller_assignments");
  const gives = random.below(2) === 0;
  if (gives) await reportTable(table().delete().match(link));
  return {
    name: "assign",
    subject: null,
    send: () =>
      reportTable(
        gives ? table().insert({ ...link, organization_id: world.organizationId }) : table().delete().match(link),
      ),
    happened: async () => {
      const { n } = await first(
        world,
        "select count(*)::int as n from controller_assignments where credential_id = $1 and access_point_id = $2",
        [pinId, link.access_point_id],
      );
      return (n === 1) === gives ? "all" : "none";
    },
  };
}

export async function editPerson(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  const person = await addPerson(context);
  const lastName = `Ändrad-${randomUUID()}`;
  const wanted = payload(world, random, lastName);
  const newPin = wanted.pin.value;
  return {
    name: "edit",
    subject: person.id,
    send: () => report(system, "end-user-manager", { action: "UPDATE", id: person.id, payload: wanted }),
    happened: async () => {
      const row = await first(
        world,
        "select u.last_name, c.id, c.credential_value as encrypted from end_users u join credentials c on c.end_user_id = u.id where u.id = $1 and c.credential_type = 'pin'",
        [person.id],
      );
      const pin = world.keys.openPin(
        String(row["encrypted"]),
        encryptionAad("credentials.credential_value", String(row["id"])),
      );
      const renamed = row["last_name"] === lastName;
      if (renamed && pin === newPin) return "all";
      return !renamed && pin === person.pin ? "none" : half({ renamed, newPin: pin === newPin });
    },
  };
}

export async function removePin(context: Context): Promise<Operation> {
  const { world, system, random } = context;
  const person = await addPerson(context);
  const lastName = `Utan-${randomUUID()}`;
  const { pin: _pin, ...wanted } = payload(world, random, lastName);
  return {
    name: "remove_pin",
    subject: person.id,
    send: () => report(system, "end-user-manager", { action: "UPDATE", id: person.id, payload: wanted }),
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

export async function deletePerson(context: Context): Promise<Operation> {
  const { world, system } = context;
  const person = await addPerson(context);
  return {
    name: "delete",
    subject: person.id,
    send: () => report(system, "end-user-manager", { action: "DELETE", id: person.id }),
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
