// What an admin does to one person.
import { randomUUID } from "node:crypto";
import { sealAad } from "#server/crypto/sealed-columns.ts";
import { addPerson, first, half, type Means, type Operation, payload, tell } from "./means.ts";

export async function createPerson({ world, system, random }: Means): Promise<Operation> {
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

export async function editPerson(means: Means): Promise<Operation> {
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

export async function removePin(means: Means): Promise<Operation> {
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

export async function deletePerson(means: Means): Promise<Operation> {
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
