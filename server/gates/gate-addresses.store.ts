import type { Pool } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

const KEPT_DAYS = 30;
const MOST = 10_000;

const NOTE = `insert into gate_addresses as g (address) values ($1)
  on conflict (address) do update set last_used_at = now() where g.last_used_at < now() - interval '1 hour'`;

/** Notes that a gate has called from the address now. */
export async function recordGateAddress(gate: Pool, address: string): Promise<void> {
  await gate.query({ name: "gate-address", text: NOTE, values: [address] });
}

/** Returns addresses as text without their mask. */
export async function readGateAddresses(engine: Pool): Promise<string[]> {
  const { rows } = await engine.query(
    `select host(address) as address from gate_addresses where last_used_at > now() - make_interval(days => $1)
     order by last_used_at desc limit $2`,
    [KEPT_DAYS, MOST],
  );
  return readRows(z.object({ address: z.string() }), rows).map(({ address }) => address);
}

/** Returns the addresses that gates are set to, as typed. */
export async function readDeviceAddresses(engine: Pool): Promise<string[]> {
  const { rows } = await engine.query(
    "select distinct device_ip as address from controllers where not private.is_door_type(device_type) limit $1",
    [MOST],
  );
  return readRows(z.object({ address: z.string() }), rows).map(({ address }) => address);
}

/** Deletes addresses that no gate has called from for 30 days. */
export async function deleteGateAddresses(engine: Pool): Promise<void> {
  await engine.query("delete from gate_addresses where last_used_at < now() - make_interval(days => $1)", [KEPT_DAYS]);
}
