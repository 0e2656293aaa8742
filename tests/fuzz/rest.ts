// npm run fuzz:rest: generated queries by people with many rights; none may end in a server error or run past its limit.

import { DEFAULT_LIMITS } from "#rest/options.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import type { TenantWorld } from "#tests/support/tenant-world.ts";
import { restRequest } from "./rest-request.ts";
import { readFuzzSchema } from "./schema.ts";
import { createSender, type FuzzRun, inParallel } from "./sender.ts";

export interface RestFindings {
  readonly statuses: Readonly<Record<string, number>>;
  readonly serverErrors: number;
  readonly overLimit: number;
  readonly slowestMs: number;
  readonly examples: readonly string[];
}

const EXAMPLES = 20;
const CANCELED = '"code":"57014"';

/** Plants enough people to expose a bad plan, without the tenant guard. */
export async function plantPeople(portal: TestPortal, { nord }: TenantWorld, people: number): Promise<void> {
  await portal.admin.query(
    "insert into end_users (organization_id, first_name, last_name) select $1, 'Namn ' || n, 'Efternamn ' || n % 100 from generate_series(1, $2) n",
    [nord.organization, people],
  );
  await portal.admin.query("analyze");
}

export async function fuzzRest(
  portal: TestPortal,
  { nord, syd, shared }: TenantWorld,
  fuzz: FuzzRun,
): Promise<RestFindings> {
  const random = seededRandom(fuzz.seed);
  const schema = await readFuzzSchema(portal.admin);
  const clients = await Promise.all(
    [portal.accounts.system, portal.accounts.nord].map((account) => signedInClient(portal.url, account)),
  );
  const freshTokens = () =>
    Promise.all(clients.map(async ({ auth }) => (await auth.getSession()).data.session?.access_token ?? ""));
  let tokens = await freshTokens();
  const ids = [nord, syd].flatMap((tenant) => [
    tenant.organization,
    tenant.person,
    tenant.pin,
    tenant.plate,
    tenant.gate,
    tenant.door,
    tenant.accessPoint,
  ]);
  ids.push(shared.door, shared.gate, shared.accessPoint);
  const statuses: Record<string, number> = {};
  const examples: string[] = [];
  let [serverErrors, overLimit, slowestMs] = [0, 0, 0];
  const sender = createSender(portal.url);
  await inParallel(
    fuzz.count,
    async (n) => {
      const request = restRequest({ random, schema, ids }, { authorization: `Bearer ${random.pick(tokens)}` });
      const { status, text, milliseconds } = await sender.send(request);
      statuses[status] = (statuses[status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, Math.round(milliseconds));
      const cut = text.includes(CANCELED);
      if (cut) overLimit += 1;
      if (status >= 500) serverErrors += 1;
      if ((status >= 500 || cut) && examples.length < EXAMPLES)
        examples.push(`${status}: ${request.method} ${request.path} ${request.body ?? ""} → ${text.slice(0, 300)}`);
      if (n % 500 === 0) tokens = await freshTokens();
      if (n % 5_000 === 0) fuzz.progress?.(n);
    },
    fuzz.stop,
  );
  await sender.close();
  return { statuses, serverErrors, overLimit, slowestMs, examples };
}

export const STATEMENT_LIMIT_MS = DEFAULT_LIMITS.statementTimeoutMs;
