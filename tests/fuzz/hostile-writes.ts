// Writes hostile values into every column that an org admin may write, at a door controller shared with a neighbour. Now and then it checks
// the neighbour: their code comes and goes, the controller is not in error, and their log, export and mail work as before.
import { randomUUID } from "node:crypto";
import { seededRandom } from "#scripts/seed/random.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { hostileFor } from "#tests/support/hostile-values.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { openNeighbour } from "#tests/support/neighbour.ts";
import { createSender, type FuzzRun, inParallel } from "./sender.ts";

export interface HostileFindings {
  readonly writes: number;
  readonly accepted: number;
  readonly looks: number;
  readonly serverErrors: number;
  readonly neighbourTroubles: number;
  readonly examples: readonly string[];
}

/** One in this many requests is such a write. */
export const HOSTILE_SHARE = 5;
const LOOK_EVERY = 150;
const PEOPLE = 24;
const EXAMPLES = 10;

interface Column {
  table: string;
  column: string;
  type: string;
  inserts: boolean;
  updates: boolean;
}

export async function fuzzHostileWrites(portal: TestPortal, { seed, count, stop }: FuzzRun): Promise<HostileFindings> {
  const random = seededRandom(seed);
  const { controllerId, doorIds } = await mainWorld(portal);
  const [accessPointId = ""] = doorIds;
  const neighbour = await openNeighbour(portal, { controllerId, accessPointId, device: portal.axis });
  const own = await plantAtTheDoor(portal, controllerId, accessPointId);
  const columns = await writable(portal);
  const client = await signedInClient(portal.url, portal.accounts.nord);
  const others = await neighboursIds(portal);
  const sender = createSender(portal.url);
  const examples: string[] = [];
  const found = { accepted: 0, looks: 0, serverErrors: 0, neighbourTroubles: 0 };
  const recent: string[] = [];

  let writes = 0;
  while (writes < count && !stop?.aborted) {
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    writes += await inParallel(
      Math.min(LOOK_EVERY, count - writes),
      async () => {
        const { table, column, type, inserts, updates } = random.pick(columns);
        const value = random.pick(hostileFor(type, others));
        const row = random.pick(own);
        const isChange = updates && (!inserts || random.next() < 0.6);
        const path = `/rest/v1/${table}${isChange ? `?id=eq.${table === "end_users" ? row.person : row.credential}` : ""}`;
        const prefer = !isChange && random.next() < 0.5 ? "resolution=merge-duplicates" : "return=minimal";
        const made = isChange
          ? {}
          : newRow(portal, table, { ...row, controllerId, accessPointId, pin: 300_000 + random.below(600_000) });
        const body = JSON.stringify({ ...made, [column]: value });
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", prefer };
        const { status, text } = await sender.send({ method: isChange ? "PATCH" : "POST", path, headers, body });
        if (status < 300) found.accepted += 1;
        recent.push(`${status} ${path} ${body.slice(0, 120)}`);
        if (status < 500) return;
        found.serverErrors += 1;
        if (examples.length < EXAMPLES)
          examples.push(`${status}: ${path} ${body.slice(0, 200)} → ${text.slice(0, 200)}`);
      },
      stop,
    );
    await portal.admin.query("delete from private.pin_attempts");
    found.looks += 1;
    const complaints = await neighbour.complaints();
    found.neighbourTroubles += complaints.length;
    const accepted = recent.splice(0).filter((one) => one.startsWith("2"));
    if (complaints.length > 0 && examples.length < EXAMPLES)
      examples.push(`${complaints.join("; ")} after ${accepted.slice(-30).join(" | ")}`);
  }
  await sender.close();
  return { writes, ...found, examples };
}

interface AtTheDoor {
  person: string;
  credential: string;
}

async function plantAtTheDoor(portal: TestPortal, controllerId: string, doorId: string): Promise<AtTheDoor[]> {
  const rows: AtTheDoor[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const [person, credential] = [randomUUID(), randomUUID()];
    await portal.admin.query(
      "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nora', 'Nord')",
      [person, portal.accounts.nord.organizationId],
    );
    await portal.admin.query(
      "insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'pin', $3, now() + interval '1 year')",
      [credential, person, encryptCredentialPin(portal.server.deps.keys, credential, String(912_407 + 7 * n))],
    );
    await portal.admin.query(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)",
      [credential, controllerId, doorId],
    );
    rows.push({ person, credential });
  }
  return rows;
}

/** Returns the columns of tables whose rows an org admin creates. */
async function writable(portal: TestPortal): Promise<Column[]> {
  const { rows } = await portal.admin.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       has_column_privilege('org_admin', c.oid, a.attnum, 'insert') as inserts, has_column_privilege('org_admin', c.oid, a.attnum, 'update') as updates
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (has_column_privilege('org_admin', c.oid, a.attnum, 'insert') or has_column_privilege('org_admin', c.oid, a.attnum, 'update'))
     order by 1, 2`,
  );
  return rows;
}

async function neighboursIds(portal: TestPortal): Promise<string[]> {
  const { rows } = await portal.admin.query<{ id: string }>(
    `select id from end_users where last_name = 'Kvar' union all select id from credentials where organization_id = $1 union all select $1::uuid`,
    [portal.accounts.syd.organizationId],
  );
  return rows.map(({ id }) => id);
}

function newRow(
  portal: TestPortal,
  table: string,
  {
    person,
    credential,
    controllerId,
    accessPointId,
    pin,
  }: AtTheDoor & Record<"controllerId" | "accessPointId", string> & { pin: number },
): Record<string, unknown> {
  switch (table) {
    case "end_users":
      return { organization_id: portal.accounts.nord.organizationId, first_name: "Nora", last_name: "Nord" };
    case "credentials":
      return {
        end_user_id: person,
        credential_type: "pin",
        credential_value: String(pin),
        valid_to: "2035-01-01T00:00:00Z",
      };
    default:
      return { credential_id: credential, controller_id: controllerId, access_point_id: accessPointId };
  }
}
