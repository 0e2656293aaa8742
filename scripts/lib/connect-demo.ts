// Reconnects simulated devices at every start: their ports and the portal's URL may have changed.
import { Client } from "pg";
import { z } from "zod";
import { relayPreset } from "#contract/relay-presets.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { RunningServer } from "#server/main.ts";
import type { DemoSimulators, RunningDevice } from "#simulators/main.ts";
import type { DemoDevice } from "../seed/demo.ts";

const gateRow = z.object({ id: z.uuid(), webhook_user: z.string(), webhook_secret: z.string() });

export function asDemoDevice({
  name,
  kind,
  model,
  https,
  host,
  port,
  username,
  password,
  macroId,
  camera,
  brand,
}: RunningDevice): DemoDevice {
  return {
    name,
    kind,
    model,
    host: `${https ? "https" : "http"}://${host}`,
    port,
    username,
    password,
    macroId: kind === "axis_lpv" ? "1" : macroId,
    camera,
    relay: brand === "2n" ? relayPreset("2n") : null,
  };
}

/** Writes the ports of this start to the demo's controllers. Does nothing before the first start has made the tables. */
export async function alignPorts(adminUrl: string, { devices }: DemoSimulators): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.controllers') is not null as found");
    if (rows[0]?.found !== true) return; // On the first start there is nothing to connect.
    for (const { serial, macroId, name, port } of devices) {
      await client.query(
        `update public.controllers set device_port = $4
          where (macro_id = $1 or serial = $2
            or serial is null and (macro_id is null or device_type in ('http_relay', 'axis_lpv')) and name = $3)
            and device_port is distinct from $4`,
        [macroId, serial, name, port],
      );
    }
  } finally {
    await client.end();
  }
}

/** Gives simulated gates the credentials and address of the portal's webhook. A gate that a visitor has deleted is left out. */
export async function connectGates({ deps }: RunningServer, { devices, panelUrl }: DemoSimulators): Promise<void> {
  for (const { id, name, macroId } of devices.filter(({ kind }) => kind !== "axis")) {
    const { rows } = await deps.pools.engine.query(
      "select id, webhook_user, webhook_secret from controllers where (macro_id = $1 or device_type in ('http_relay', 'axis_lpv') and name = $2) and webhook_secret is not null",
      [macroId, name],
    );
    if (rows.length === 0) continue; // A visitor has deleted the gate.
    const gate = gateRow.parse(rows[0]);
    const response = await fetch(`${panelUrl}/api/devices/${id}/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        controllerId: gate.id,
        username: gate.webhook_user,
        password: deps.keys.openText(gate.webhook_secret, encryptionAad("controllers.webhook_secret", gate.id)),
      }),
    });
    if (!response.ok) {
      throw new Error(`the simulated gate ${name} refused its webhook: ${response.status} ${await response.text()}`);
    }
  }
}
