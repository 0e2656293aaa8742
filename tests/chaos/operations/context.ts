import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { ValidityPeriod } from "#contract/validity.ts";
import type { Random } from "#scripts/seed/random.ts";
import type { Happened, Notified } from "../oracle/callers.ts";
import type { Installation } from "../world/furnish.ts";
import { until } from "../world/quiet.ts";
import type { World } from "../world/world.ts";

export interface Operation {
  name: string;
  /** Sends the operation once; never throws. */
  send(): Promise<Notified>;
  happened(): Promise<Happened>;
  /** Row whose change the audit must have; null when unknown beforehand. */
  subject: string | null;
}

export interface Context {
  world: World;
  system: SupabaseClient;
  random: Random;
}

/** The parts that saving a person takes. */
export interface Saving {
  world: Installation & Pick<World, "admin">;
  system: SupabaseClient;
  random: Random;
}

export interface Person {
  id: string;
  pinId: string;
  pin: string;
  plate: string;
}

/** Saves a person with a PIN at every door and a plate at the gate, before any fault. */
export async function addPerson({ world, system, random }: Saving): Promise<Person> {
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

/** Waits until devices hold a person, before a door can be lost. */
export async function personOnDevices(context: Context): Promise<void> {
  const { pinId } = await addPerson(context);
  const { admin, fixtures } = context.world;
  const isOn = async () => {
    const { rows } = await admin.query(
      "select from device_sync where source_id = $1 and not pending and applied_digest is not null",
      [pinId],
    );
    return rows.length === fixtures.length;
  };
  if (!(await until(isOn))) throw new Error("a person did not come on the devices before the fault");
}

export function payload(world: Installation, random: Random, lastName: string, period: ValidityPeriod = "12_months") {
  return {
    organization_id: world.organizationId,
    first_name: "Prov",
    last_name: lastName,
    pin: {
      value: String(100_000 + random.below(900_000)),
      validity_period: period,
      access_point_ids: world.fixtures.flatMap((fixture) => fixture.doorIds),
    },
    vehicle: {
      plate_number: freshPlate(),
      vehicle_type: "Personbil",
      validity_period: "12_months",
      controller_ids: [world.gate.id],
    },
  };
}

export function freshPlate(): string {
  return `P${randomUUID().replaceAll("-", "").slice(0, 8).toUpperCase()}`;
}

export async function report(system: SupabaseClient, name: string, body: object): Promise<Notified> {
  const { error } = await system.functions.invoke(name, { body: { ...body } });
  if (!error) return "done";
  const response: unknown = error.context;
  return response instanceof Response ? refusal(response.status, await response.text()) : "unknown";
}

export async function reportTable(
  call: PromiseLike<{ error: { message: string } | null; status: number }>,
): Promise<Notified> {
  const { error, status } = await call;
  return error ? refusal(status, error.message) : "done";
}

/** A refusal with these words means that nothing was done, whatever the status. */
const NOTHING_DONE = /Inget har (sparats|ändrats)/;

function refusal(status: number, words: string): Notified {
  return (status >= 400 && status < 500) || NOTHING_DONE.test(words) ? "refused" : "unknown";
}

type Row = Record<string, unknown>;

export async function all(world: Pick<World, "admin">, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.admin.query<Row>(text, values)).rows;
}

/** Returns the first row, or an empty one so that a partial result is described. */
export async function first(world: Pick<World, "admin">, text: string, values: unknown[] = []): Promise<Row> {
  return (await all(world, text, values))[0] ?? {};
}

export function half(found: object): Happened {
  return { half: JSON.stringify(found) };
}
