import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld, retryNow } from "#tests/support/main-world.ts";

const TOKEN = "en-token-bara-for-matning";
const lines: string[] = [];
let portal: TestPortal;
let world: MainWorld;
let webhook: WebhookAccount;

beforeAll(async () => {
  portal = await startTestPortal({ env: { LOG_LEVEL: "trace" }, logTo: (line) => lines.push(line) });
  world = await mainWorld(portal);
  webhook = await webhookAccount(world.system, world.gateId);
});
afterAll(() => portal.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${portal.url}${path}`, { headers });
const ready = async () => {
  const response = await get("/readyz");
  return { status: response.status, body: await response.json() };
};
const metrics = async () => (await get("/metrics")).text();
/** Returns the figure; 0 where it has never been counted. */
const figure = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? 0,
  );
const EXECUTED = 'portal_gate_openings_total{outcome="executed"}';
const passage = (plate: string) => postPlate(portal.url, { gateId: world.gateId, plate, account: webhook });

describe("alive and ready", () => {
  // Covers: running.14
  test("are two answers, and neither is kept by anybody between", async () => {
    const alive = await get("/healthz");
    expect([alive.status, alive.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await ready()).toEqual({ status: 200, body: { status: "ready" } });
  });

  // Covers: running.13
  test("a server goes on beside a newer one until a migration ends it; then it is not ready and says why", async () => {
    await portal.admin.query("insert into private.schema_migrations (version, name, checksum) values (9999, 'x', 'x')");
    expect((await ready()).status).toBe(200); // The migration leaves servers of this version working.
    await portal.admin.query("update private.schema_migrations set oldest_code = 9999 where version = 9999");
    expect(await ready()).toEqual({ status: 503, body: { status: "not_ready", reason: "database_newer_than_code" } });
    expect((await get("/healthz")).status).toBe(200);
    await portal.admin.query("delete from private.schema_migrations where version = 9999");
    expect((await ready()).status).toBe(200);
  });

  // Covers: running.14
  test("a database that answers too slowly, or not at all, is distinguished, and both end by themselves", async () => {
    const client = await portal.admin.connect();
    await client.query("begin; lock table private.schema_migrations in access exclusive mode");
    expect(await ready()).toEqual({ status: 503, body: { status: "not_ready", reason: "database_slow" } });
    await client.query("rollback");
    await expect.poll(ready).toMatchObject({ status: 200 });

    client.release();

    await portal.database.cut({ shut: true });
    await expect.poll(ready).toEqual({ status: 503, body: { status: "not_ready", reason: "database_unavailable" } });
    expect((await get("/healthz")).status).toBe(200);
    // This server's own counters matter most while the database is away.
    await expect.poll(async () => (await get("/metrics")).text()).toContain("portal_database_up 0\n");
    expect(await (await get("/metrics")).text()).toContain("portal_pool_limit");
    await portal.database.open();
    await expect.poll(ready).toMatchObject({ status: 200 });
    await expect.poll(async () => (await get("/metrics")).text()).toContain("portal_database_up 1\n");
  });
});

describe("the figures", () => {
  // Covers: running.15
  test("count decisions, openings, requests, workers, replicas and connections", async () => {
    const before = await metrics();
    expect((await passage("MLB 84A")).status).toBe(200);
    expect((await passage("ZZZ 999")).status).toBe(200);
    const counted: [name: string, more: number][] = [
      [EXECUTED, 1],
      ['portal_gate_decisions_total{granted="true",reason="valid_credential"}', 1],
      ['portal_gate_decisions_total{granted="false",reason="no_match"}', 1],
      ["portal_gate_decision_seconds_count", 2],
      ['portal_http_requests_total{area="gate",status="2xx"}', 2],
      ['portal_http_request_seconds_count{area="gate"}', 2],
    ];
    const more = (text: string) => counted.map(([name]) => [name, figure(text, name) - figure(before, name)]);
    await expect.poll(async () => more(await metrics())).toEqual(counted);
    const response = await get("/metrics");
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    for (const line of [
      'portal_controllers{state="online"} ',
      'portal_pool_connections{pool="gate"} ',
      'portal_pool_waiting{pool="user"} ',
      "portal_workers_running ",
      "portal_installation_workers_due ",
      "portal_replicas_pending_oldest_seconds ",
      "portal_mail_oldest_seconds ",
      "portal_database_up 1",
      "portal_workers_limit 256",
      "portal_installation_workers_paused 0",
      "portal_removals_pending 0",
      "portal_mail_queued 0",
      'portal_event_loop_delay_seconds{quantile="0.99"} ',
    ])
      expect(text).toContain(line);
    expect(
      text.split("\n").filter((line) => !/^(#|$|[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? [0-9.e+-]+$)/.test(line)),
    ).toEqual([]);
  });

  // Covers: running.15
  test("say how long a replica has waited from the first change it waits for, and that a removal waits", async () => {
    await portal.axis.faults.offline();
    await portal.admin.query("update credentials set enabled = false where credential_type = 'pin'");
    const { rows } = await portal.admin.query(
      "update device_sync set pending_since = now() - interval '2 hours' where pending returning controller_id",
    );
    expect(rows.length).toBeGreaterThan(0);
    await portal.admin.query("update end_users set last_name = 'Nytt'");
    await expect
      .poll(async () =>
        Number(/^portal_removals_pending_oldest_seconds (.*)$/m.exec(await (await get("/metrics")).text())?.[1]),
      )
      .toBeGreaterThan(7_000);
    await expect.poll(async () => (await get("/metrics")).text()).toContain('portal_controllers{state="offline"} 1');
    await portal.axis.faults.online();
    await portal.admin.query("update credentials set enabled = true where credential_type = 'pin'");
    await retryNow(portal);
    await expect.poll(metrics).toContain("portal_removals_pending 0\n");
  });

  // Covers: running.15
  test("hold nothing of any tenant", async () => {
    const text = await (await get("/metrics")).text();
    for (const secret of [
      "Norrgården",
      "Alva",
      "Garage",
      "Infart",
      "MLB84A",
      "@",
      world.controllerId,
      world.gateId,
      portal.accounts.nord.organizationId ?? "?",
    ])
      expect(text).not.toContain(secret);
  });

  test("are for this machine only, and not for callers through a proxy on it", async () => {
    for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect((await get("/metrics", { [header]: "203.0.113.7" })).status).toBe(403);
  });

  // Covers: running.15
  test("are for the bearer of METRICS_TOKEN, wherever from, and then for nobody else", async () => {
    const guarded = await startTestPortal({ env: { METRICS_TOKEN: TOKEN } });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${guarded.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(403);
    expect(await status({ authorization: `Bearer ${TOKEN}x` })).toBe(403);
    expect(await status({ authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.7" })).toBe(200);
    await guarded.close();
  });
});

describe("the log", () => {
  // Covers: running.16
  test("knows a request by the id that its caller received", async () => {
    const refused = await get("/functions/v1/no-such-function");
    const id = refused.headers.get("x-request-id");
    expect(await refused.json()).toMatchObject({ request_id: id });
    await expect
      .poll(() => lines.filter((line) => line.includes(`"reqId":"${id}"`)).join(""))
      .toContain('"status":404');
  });

  // Covers: running.16
  test("holds no password, PIN, plate, token or webhook credential, however talkative it is", async () => {
    await world.savePerson({ firstName: "Log", lastName: "Test", pin: "730518", plate: "LOG 55X" });
    const executed = figure(await metrics(), EXECUTED);
    await passage("LOG 55X");
    await expect.poll(async () => figure(await metrics(), EXECUTED)).toBe(executed + 1);
    await fetch(`${portal.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: "portal" },
      body: JSON.stringify({ email: portal.accounts.nord.email, password: "fel-losenord-2026" }),
    });
    await world.nord.from("credentials").select("id").eq("plate_key", "LOG55X").order("no_such_column");
    const { data } = await world.nord.auth.getSession();
    // A line's time in milliseconds sometimes holds the six digits.
    const log = lines.join("").replaceAll(/"time":\d{13}\b/g, "");
    expect(log).not.toContain('"time":');
    expect(lines.length).toBeGreaterThan(20);
    for (const secret of [
      "730518",
      "LOG 55X",
      "LOG%2055X",
      "LOG55X",
      "fel-losenord-2026",
      portal.accounts.nord.password,
      "S3cret-pass",
      webhook.password,
      data.session?.access_token ?? "?",
      data.session?.refresh_token ?? "?",
    ])
      expect(log.includes(secret), secret).toBe(false);
  });
});
