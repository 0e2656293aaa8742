// A neighbour at a shared door controller, who must be served as before, whatever another tenant has written.
import { isDeepStrictEqual } from "node:util";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import type { TestPortal } from "./build-portal.ts";
import { callFunction, signedInClient } from "./client.ts";
import { paced } from "./pace.ts";

export interface SharedDoor {
  controllerId: string;
  accessPointId: string;
  device: Pick<AxisSimulator, "wouldOpen" | "doorTokens">;
}

export interface Neighbour {
  /** Returns the faults; none if a code is written to the device, removed again, and all else is unchanged. */
  complaints(): Promise<string[]>;
}

const FIRST_PIN = 283_104;
const MAIL_TO = "granne@example.org";
const SERVED_WITHIN_MS = paced(60_000);

/** Creates an administrator of "syd" whose organisation is linked to the controller and has a person there. */
export async function openNeighbour(portal: TestPortal, shared: SharedDoor): Promise<Neighbour> {
  const { organizationId } = portal.accounts.syd;
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  await portal.admin.query(
    "insert into organization_controllers (organization_id, controller_id) values ($1, $2) on conflict do nothing",
    [organizationId, shared.controllerId],
  );
  let pins = 0;
  const opens = (pin: string) => shared.device.doorTokens.some((door) => shared.device.wouldOpen(pin, door));
  const give = async (lastName: string) => {
    const pin = String(FIRST_PIN + 7 * (pins += 1));
    const { status, body } = await callFunction(syd, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id: organizationId,
        first_name: "Granne",
        last_name: lastName,
        email: MAIL_TO,
        pin: { value: pin, validity_period: "1_month", access_point_ids: [shared.accessPointId] },
      },
    });
    return { pin, id: String(body["end_user_id"]), refused: status === 200 ? null : JSON.stringify(body) };
  };
  const becomes = (isOpen: boolean, pin: string) => waitUntil(() => opens(pin) === isOpen);
  const kept = await give("Kvar");
  if (kept.refused !== null) throw new Error(`the neighbour was refused: ${kept.refused}`);
  if (!(await becomes(true, kept.pin))) throw new Error("the neighbour's code came to no door");
  await portal.admin.query(
    "insert into mail_queue (template, recipient, encrypted_content, expires_at, next_try_at) values ('welcome', $1, 'p1:abcd1234:' || repeat('A', 60), now() + interval '1 day', now() + interval '1 day')",
    [MAIL_TO],
  );
  const before = await asSeen(portal, syd, kept.id);

  return {
    async complaints() {
      const found: string[] = [];
      const one = await give("Kommer");
      if (one.refused !== null) return [`a new code was refused: ${one.refused}`];
      if (!(await becomes(true, one.pin))) found.push("a new code does not open");
      const { status, body } = await callFunction(syd, "end-user-manager", { action: "DELETE", id: one.id });
      if (status !== 200) found.push(`a removal was refused: ${JSON.stringify(body)}`);
      if (!(await becomes(false, one.pin))) found.push("a code that was taken away still opens");
      if (!opens(kept.pin)) found.push("the code that stays does not open");
      const { rows } = await portal.admin.query(
        "select attempts, last_error from controller_sync where controller_id = $1 and (attempts > 0 or last_error is not null or breaker_open_since is not null)",
        [shared.controllerId],
      );
      for (const row of rows) found.push(`the controller is in error: ${JSON.stringify(row)}`);
      const now = await asSeen(portal, syd, kept.id);
      for (const [what, was] of Object.entries(before))
        if (!isDeepStrictEqual(now[what], was))
          found.push(`${what} changed: ${JSON.stringify(was)} → ${JSON.stringify(now[what])}`);
      return found;
    },
  };
}

async function waitUntil(holds: () => boolean): Promise<boolean> {
  const end = performance.now() + SERVED_WITHIN_MS;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** Returns the neighbour's log, export, state of the controller and mail, as far as another tenant's writes could change them. */
async function asSeen(portal: TestPortal, syd: SupabaseClient, personId: string): Promise<Record<string, unknown>> {
  const log = await syd.from("merged_log").select("id").limit(50);
  const exported = await callFunction(syd, "person-data", { action: "EXPORT", end_user_id: personId });
  const states = await syd.rpc("controller_states");
  const { rows: mail } = await portal.admin.query(
    "select id, template, state from mail_queue where recipient = $1 order by id",
    [MAIL_TO],
  );
  return {
    log: log.error ?? log.data,
    export: [exported.status, Object.keys(exported.body).sort(), ofThePerson(exported.body["person"])],
    states:
      states.error ??
      (states.data ?? []).map((one: { state: unknown; last_error?: unknown }) => one.last_error ?? null),
    mail,
  };
}

/** Drops the event that each export adds about itself. */
function ofThePerson(exported: unknown): unknown {
  const { exported_at: _at, changes: _changes, ...rest } = Object(exported) as Record<string, unknown>;
  return rest;
}
