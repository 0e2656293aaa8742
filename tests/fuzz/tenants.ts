// npm run fuzz:tenants: callers of other organisations ask for an organisation's rows. Markers that no request contains distinguish a leak
// from an echo.
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import type { TenantWorld } from "#tests/support/tenant-world.ts";
import { authRequest, functionRequest, openRequest, searchRequest } from "./call-request.ts";
import { createRealtimeJoins } from "./realtime-joins.ts";
import { restRequest } from "./rest-request.ts";
import { readFuzzSchema } from "./schema.ts";
import { createSender, type FuzzReply, type FuzzRequest, type FuzzRun, inParallel } from "./sender.ts";

export interface TenantFindings {
  readonly requests: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly foreignBytes: number;
  readonly foreignRowsChanged: number;
  readonly serverErrors: number;
  readonly examples: readonly string[];
}

const EXAMPLES = 10;
/** The number of joins between two passages at the other organisation's gate. */
const PASSAGE_EVERY = 10;

export async function fuzzTenants(portal: TestPortal, world: TenantWorld, fuzz: FuzzRun): Promise<TenantFindings> {
  const random = seededRandom(fuzz.seed);
  const { nord, syd, shared } = world;
  const schema = await readFuzzSchema(portal.admin);
  const client = await signedInClient(portal.url, portal.accounts.nord);
  // The run asks for the token now and then: supabase-js renews it, and a run outlives many tokens.
  const freshToken = async () => (await client.auth.getSession()).data.session?.access_token ?? "";
  let token = await freshToken();
  const known = [
    syd.organization,
    syd.person,
    syd.pin,
    syd.plate,
    syd.door,
    syd.gate,
    syd.spareGate,
    syd.accessPoint,
    syd.admin,
    syd.group,
    syd.schedule,
    syd.calendar,
    shared.door,
    shared.gate,
    shared.accessPoint,
  ];
  const ids = [
    ...known,
    ...known,
    nord.organization,
    nord.person,
    nord.plate,
    nord.gate,
    nord.group,
    nord.schedule,
    crypto.randomUUID(),
  ];
  const calls = {
    random,
    ids,
    victim: syd,
    emails: [portal.accounts.syd.email, portal.accounts.system.email, "ingen@x.example"],
  };
  const before = await foreignRows(portal, world);

  const requests: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const examples: string[] = [];
  let foreignBytes = 0;
  let serverErrors = 0;
  const judgeText = (text: string, what: () => string) => {
    const bytes = [syd.marker, ...syd.unsent]
      .map((secret) => (text.split(secret).length - 1) * Buffer.byteLength(secret))
      .reduce((sum, one) => sum + one, 0);
    foreignBytes += bytes;
    if (bytes > 0 && examples.length < EXAMPLES) examples.push(`foreign bytes: ${what()} → ${text.slice(0, 300)}`);
  };
  const judge = (request: FuzzRequest, { status, head, text }: FuzzReply) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    const what = () => `${request.method} ${request.path} ${request.body ?? ""}`;
    judgeText(head + text, what);
    if (status < 500) return;
    serverErrors += 1;
    if (examples.length < EXAMPLES) examples.push(`${status}: ${what()} → ${text.slice(0, 300)}`);
  };

  const sender = createSender(portal.url);
  const joins = createRealtimeJoins(portal.url, {
    random,
    token: () => token,
    victim: syd,
    heard: (text) => judgeText(text, () => "realtime"),
  });
  let joined = 0;
  const joinOnce = async () => {
    joined += 1;
    if (joined % PASSAGE_EVERY === 0) {
      await portal.admin.query(
        "insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason) values ($1, $2, $3, false, 'expired')",
        [syd.marker, random.pick([syd.gate, shared.gate]), syd.organization],
      );
    }
    await joins.join();
  };
  await inParallel(
    fuzz.count,
    async (n) => {
      const roll = random.next();
      const headers = random.next() < 0.95 ? { authorization: `Bearer ${token}` } : {};
      const kind =
        roll < 0.7
          ? "rest"
          : roll < 0.84
            ? "functions"
            : roll < 0.88
              ? "search"
              : roll < 0.96
                ? "auth"
                : roll < 0.98
                  ? "open"
                  : "realtime";
      requests[kind] = (requests[kind] ?? 0) + 1;
      if (kind === "realtime") await joinOnce();
      else {
        const request = {
          rest: () => restRequest({ random, schema, ids }, headers),
          functions: () => functionRequest(calls, headers),
          search: () => searchRequest(calls, headers),
          auth: () => authRequest(calls, headers),
          open: () => openRequest(calls),
        }[kind]();
        judge(request, await sender.send(request));
      }
      if (n % 500 === 0) token = await freshToken();
      if (n % 5_000 === 0) fuzz.progress?.(n);
    },
    fuzz.stop,
  );
  joins.close();
  await sender.close();
  const after = await foreignRows(portal, world);
  const changed = [...new Set([...before, ...after])].filter((row) => before.has(row) !== after.has(row));
  examples.push(...changed.slice(0, EXAMPLES).map((row) => `row of ${syd.organization} changed: ${row}`));
  return { requests, statuses, foreignBytes, foreignRowsChanged: changed.length, serverErrors, examples };
}

/**
 * Returns every row of the other organisation as text. Leaves out the caller's own rows, whose chosen ids may equal another's, and logs,
 * emails, alerts and camera reads, which grow by themselves.
 */
async function foreignRows(portal: TestPortal, { nord, syd }: TenantWorld): Promise<Set<string>> {
  const { rows: tables } = await portal.admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
       and relname not in ('audit', 'audit_chain', 'mail_queue', 'controller_sync', 'alerts', 'alert_deliveries', 'camera_days')`,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await portal.admin.query<{ text: string }>(
      `select to_jsonb(t)::text as text from public.${name} t
       where to_jsonb(t)::text like any ($1) and to_jsonb(t) ->> 'organization_id' is distinct from $2`,
      [
        [
          `%${syd.marker}%`,
          `%${syd.organization}%`,
          `%${syd.door}%`,
          `%${syd.gate}%`,
          ...syd.unsent.map((id) => `%${id}%`),
        ],
        nord.organization,
      ],
    );
    for (const { text } of rows) found.add(`${name} ${text}`);
  }
  return found;
}
