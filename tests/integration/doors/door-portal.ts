import type { SupabaseClient } from "@supabase/supabase-js";
import { vi } from "vitest";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";

export type Reply = Record<string, unknown>;

export async function call(client: SupabaseClient, name: string, body: object): Promise<Reply> {
  const answer = await callFunction(client, name, body);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Registers a simulated controller; waits for its doors and first comparison. Returns its id. */
export async function addDoorController(
  system: SupabaseClient,
  { name, device }: { name: string; device: Pick<AxisSimulator, "url" | "port"> },
): Promise<string> {
  const { controller } = await call(system, "controller-manager", {
    action: "CREATE",
    payload: {
      name,
      device_type: "axis",
      device_ip: device.url,
      device_port: device.port,
      username: "portal",
      password: "S3cret-pass",
    },
  });
  const { id } = controller as { id: string };
  await call(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
  await vi.waitFor(
    async () => {
      const { data } = await system.from("controller_sync").select("last_full_at, lease_owner").eq("controller_id", id);
      const [row] = data as { last_full_at: string | null; lease_owner: string | null }[];
      if (!row?.last_full_at || row.lease_owner) throw new Error(`${name} is still being compared`);
    },
    { timeout: paced(60_000), interval: 50 },
  );
  return id;
}

export async function doorsOf(client: SupabaseClient, controllerId: string): Promise<Map<string, string>> {
  const { data, error } = await client.from("access_points").select("id, name").eq("controller_id", controllerId);
  if (error) throw error;
  return new Map((data as { id: string; name: string }[]).map((door) => [door.name, door.id]));
}

/** Opens a portal whose "Port A" has the doors Entré and Garage, given to Brf Norrgården. */
export async function openDoorFixture() {
  const portal = await startTestPortal();
  const system = await signedInClient(portal.url, portal.accounts.system);
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const device = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  const controllerId = await addDoorController(system, { name: "Port A", device });
  const doors = await doorsOf(system, controllerId);
  await system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: controllerId });
  return {
    portal,
    system,
    nord,
    syd,
    device,
    controllerId,
    entre: doors.get("Entré") ?? "",
    garage: doors.get("Garage") ?? "",
    async close() {
      await portal.close();
      await device.close();
    },
  };
}
export type DoorFixture = Awaited<ReturnType<typeof openDoorFixture>>;

export async function audited(portal: TestPortal, action: string): Promise<number> {
  const { rows } = await portal.admin.query<{ n: number }>(
    "select count(*)::int as n from audit where action = $1 and actor = $2",
    [action, portal.accounts.system.userId],
  );
  return rows[0]?.n ?? Number.NaN;
}

export async function counts(portal: TestPortal, ...tables: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await portal.admin.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    found[table] = rows[0]?.n ?? Number.NaN;
  }
  return found;
}
