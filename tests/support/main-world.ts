// A door controller, a gate and one person with both, arranged over the wire; once per portal.
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import type { TestPortal } from "./build-portal.ts";
import { callFunction, signedInClient } from "./client.ts";
import { webhookAccount, webhookUrl } from "./gate-calls.ts";

export interface MainWorld {
  readonly system: SupabaseClient;
  readonly nord: SupabaseClient;
  /** "Garage Kajen", an Axis controller with two doors, given to Brf Norrgården. */
  readonly controllerId: string;
  readonly doorIds: readonly string[];
  /** "Infart Norr", a gate that Brf Norrgården may use. */
  readonly gateId: string;
  /** Adds a person of Brf Norrgården; resolves when saved, before the devices have it. */
  readonly savePerson: (person: {
    firstName: string;
    lastName: string;
    pin?: string;
    plate?: string;
    /** The gates of the plate; else the gate of this world. */
    gateIds?: readonly string[];
  }) => Promise<string>;
}

const worlds = new WeakMap<TestPortal, Promise<MainWorld>>();

/** Makes the world, in which "Alva Exempelsson" has the PIN 4816 and the plate MLB 84A. */
export function mainWorld(portal: TestPortal): Promise<MainWorld> {
  const known = worlds.get(portal);
  if (known) return known;
  const made = makeWorld(portal);
  worlds.set(portal, made);
  return made;
}

async function makeWorld(portal: TestPortal): Promise<MainWorld> {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  const controllerId = await createController(system, {
    name: "Garage Kajen",
    device_type: "axis",
    device_ip: portal.axis.url,
    device_port: portal.axis.port,
  });
  await call(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: controllerId });
  const gateId = await createController(system, {
    name: "Infart Norr",
    device_type: "axxon_lpr",
    device_ip: portal.axxon.host,
    device_port: portal.axxon.port,
    macro_id: DEFAULT_MACRO_ID,
  });
  const organization_id = portal.accounts.nord.organizationId;
  const linked = await system.from("organization_controllers").insert([
    { organization_id, controller_id: controllerId },
    { organization_id, controller_id: gateId },
  ]);
  if (linked.error) throw new Error(linked.error.message);
  await connectCamera(portal, system, gateId);
  const doors = await nord.from("access_points").select("id").eq("controller_id", controllerId).order("name");
  const doorIds = (doors.data ?? []).map((door: { id: string }) => door.id);

  const savePerson: MainWorld["savePerson"] = async ({ firstName, lastName, pin, plate, gateIds }) => {
    const saved = await call(nord, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id,
        first_name: firstName,
        last_name: lastName,
        ...(pin && { pin: { value: pin, validity_period: "12_months", access_point_ids: doorIds } }),
        ...(plate && {
          vehicle: {
            plate_number: plate,
            vehicle_type: "Personbil",
            validity_period: "12_months",
            controller_ids: gateIds ?? [gateId],
          },
        }),
      },
    });
    return String(saved["end_user_id"]);
  };
  await savePerson({ firstName: "Alva", lastName: "Exempelsson", pin: "4816", plate: "MLB 84A" });
  return { system, nord, controllerId, gateId, doorIds, savePerson };
}

async function connectCamera(portal: TestPortal, system: SupabaseClient, gateId: string): Promise<void> {
  portal.axxon.setWebhook({ url: webhookUrl(portal.url, gateId), ...(await webhookAccount(system, gateId)) });
}

/** Ends the controller workers' back-off, which has its own tests. */
export async function retryNow(portal: TestPortal): Promise<void> {
  await portal.admin.query("update device_sync set next_try_at = now() where pending");
  await portal.admin.query("update controller_sync set next_try_at = now()");
}

async function createController(system: SupabaseClient, fields: Record<string, unknown>): Promise<string> {
  const payload = { username: "portal", password: "S3cret-pass", ...fields };
  const reply = await call(system, "controller-manager", { action: "CREATE", payload });
  return z.object({ id: z.string() }).parse(reply["controller"]).id;
}

async function call(client: SupabaseClient, name: string, body: object): Promise<Record<string, unknown>> {
  const answer = await callFunction(client, name, body);
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
