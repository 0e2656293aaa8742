import { createHmac, timingSafeEqual } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alertPostSchema } from "#contract/alerts.ts";
import type { SendWebhooksDeps } from "#server/alerts/send-webhooks.job.ts";
import { type Posted, type Receiver, startReceiver } from "#tests/support/alert-receiver.ts";
import { type AlertRig, type AlertServer, makeAlertRig, PORTAL_URL, SECRET } from "./alert-rig.ts";

let rig: AlertRig;
let first: AlertServer;
let second: AlertServer;
let receiver: Receiver;

beforeAll(async () => {
  rig = await makeAlertRig();
  first = rig.addServer();
  second = rig.addServer();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(async () => {
  await rig.clear();
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** Checks a signature as a receiver built from docs/alerts.md alone would. */
function isSigned({ headers, body }: Posted, secret: string): boolean {
  const fields = new Map(
    String(headers["portal-signature"])
      .split(",")
      .map((part): [string, string] => [part.slice(0, 2), part.slice(part.indexOf("=") + 1)]),
  );
  const t = fields.get("t=") ?? "";
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const wanted = createHmac("sha256", secret).update(`${t}.${body}`).digest();
  const given = Buffer.from(fields.get("v1") ?? "", "hex");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const deliveries = async () =>
  (
    await rig.admin.query<{ id: string; event: string; state: string; attempts: number; last_error: string | null }>(
      "select id, event, state, attempts, last_error from alert_deliveries order by created_at, event",
    )
  ).rows;
const alerts = async () =>
  (
    await rig.admin.query<{ kind: string; open: boolean; detail: object }>(
      "select kind, cleared_at is null as open, detail from alerts order by raised_at",
    )
  ).rows;

// Covers: alert.4
test("a receiver that fails twice gets the same signed post until it takes it, and no more", async () => {
  await rig.addWebhook(receiver.url);
  receiver.answer(500, 302);
  await rig.deny(20);
  expect(await first.watch()).toHaveLength(1);
  await first.post();
  expect(await deliveries()).toMatchObject([{ state: "queued", attempts: 1, last_error: "http_500" }]);
  expect(await first.post()).toBe(0);
  await rig.dueNow();
  await first.post();
  expect(await deliveries()).toMatchObject([{ state: "queued", attempts: 2, last_error: "http_302" }]);
  await rig.dueNow();
  await first.post();
  await rig.dueNow();
  await first.post();
  expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 3, last_error: null }]);

  expect(receiver.posts).toHaveLength(3);
  expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
  expect(receiver.posts.map((post) => isSigned(post, SECRET))).toEqual([true, true, true]);
  expect(receiver.posts.map((post) => isSigned(post, "another"))).toEqual([false, false, false]);
  const [post] = receiver.posts;
  if (!post) throw new Error("nothing was posted");
  expect(isSigned({ ...post, body: post.body.replace("raised", "cleared") }, SECRET)).toBe(false);
  const said = alertPostSchema.parse(JSON.parse(post.body));
  expect(said).toMatchObject({
    event: "raised",
    portal: PORTAL_URL,
    alert: {
      kind: "denial_burst",
      controller: { id: rig.gateId, name: "Infart" },
      detail: { count: 20, plates: 3, minutes: 10 },
    },
  });
  expect(said.text).toMatch(/^Många nekade passager vid Infart\. 20 passager har nekats/);
  expect(post.headers).toMatchObject({
    "portal-delivery": said.id,
    "portal-event": "raised",
    "content-type": "application/json; charset=utf-8",
  });
  // The post does not name the car's owner.
  expect(post.body).not.toContain("ABC");
});

// Covers: alert.2
test("an alert is sent once while it stands, and once when it is over", async () => {
  await rig.addWebhook(receiver.url);
  await rig.deny(25);
  await first.watch();
  expect(await first.watch()).toEqual([]);
  expect(await second.watch()).toEqual([]);
  await rig.admin.query("delete from access_logs");
  expect(await second.watch()).toMatchObject([{ event: "cleared" }]);
  expect(await first.watch()).toEqual([]);
  expect(await alerts()).toMatchObject([{ kind: "denial_burst", open: false }]);
  expect((await deliveries()).map(({ event }) => event)).toEqual(["raised", "cleared"]);
  const emails = await rig.emails();
  expect(emails.map(({ recipient }) => recipient)).toEqual(["system@x.example", "system@x.example"]);
  await rig.deny(25);
  expect(await first.watch()).toMatchObject([{ event: "raised" }]);
});

// Covers: alert.2
test("too many tried PINs raise an alert with a post and an email, until the hour is over", async () => {
  await rig.addWebhook(receiver.url);
  // private.consume_pin_attempts writes these rows: an empty quota and a refusal.
  await rig.admin.query(
    "insert into private.pin_attempts (quota_owner, organization_id, rows, refused) select id, id, 0, true from organizations",
  );
  expect(await first.watch()).toMatchObject([{ event: "raised", alert: { kind: "pin_attempts" } }]);
  expect(await second.watch()).toEqual([]);
  expect(await alerts()).toMatchObject([{ kind: "pin_attempts", open: true }]);
  const [email, ...others] = await rig.emails();
  expect(others).toEqual([]);
  expect(email).toMatchObject({ recipient: "system@x.example" });
  expect(email?.data).toContain("Brf Norrgården");
  await first.post();
  const said = alertPostSchema.parse(JSON.parse(receiver.posts[0]?.body ?? "{}"));
  expect(said).toMatchObject({
    event: "raised",
    alert: { kind: "pin_attempts", controller: null, organization: { name: "Brf Norrgården" } },
  });
  expect(said.text).toMatch(/^Många PIN-koder provas av Brf Norrgården/);
  await rig.admin.query("update private.pin_attempts set at = at - interval '61 minutes'");
  expect(await second.watch()).toMatchObject([{ event: "cleared", alert: { kind: "pin_attempts" } }]);
  await rig.admin.query("delete from private.pin_attempts");
});

test("an open alert is sent again after a day, with today's figures, and then not for another day", async () => {
  await rig.addWebhook(receiver.url);
  await rig.deny(20);
  await first.watch();
  await rig.deny(5);
  await rig.admin.query("update alerts set last_notified_at = now() - interval '24 hours'");
  expect(await first.watch()).toMatchObject([{ event: "reminder", alert: { detail: { count: 25 } } }]);
  expect(await second.watch()).toEqual([]);
  expect(await alerts()).toMatchObject([{ open: true, detail: { count: 25 } }]);
  expect(await rig.emails()).toHaveLength(2);
});

// Covers: alert.2
test("two servers that look at the same moment notify once, and post once", async () => {
  await rig.addWebhook(receiver.url);
  await rig.deny(20);
  for (let round = 0; round < 5; round++)
    await Promise.all([first.watch(), second.watch(), first.watch(), second.watch()]);
  expect(await alerts()).toHaveLength(1);
  expect(await rig.emails()).toHaveLength(1);
  for (let round = 0; round < 3; round++) await Promise.all([first.post(), second.post()]);
  expect(receiver.posts).toHaveLength(1);
});

describe("a server that ends", () => {
  // Covers: alert.3
  test("while it raises has notified nobody, and the next one sends all of it", async () => {
    await rig.addWebhook(receiver.url);
    await rig.deny(20);
    const dies = { queueMail: () => Promise.reject(new Error("the server ends here")), wake: () => {} };
    await expect(first.watch({ mail: dies })).rejects.toThrow("ends here");
    expect([await alerts(), await deliveries(), await rig.emails()]).toEqual([[], [], []]);
    await second.watch();
    expect([await alerts(), await deliveries(), await rig.emails()].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  // Covers: alert.3
  test("between raising and posting has left the post to the next one", async () => {
    await rig.addWebhook(receiver.url);
    await rig.deny(20);
    await first.watch();
    await second.post();
    expect(receiver.posts).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ state: "sent" }]);
  });

  // Covers: alert.3
  test("while it posts loses its lease, and the next one posts with the same id", async () => {
    await rig.addWebhook(receiver.url);
    await rig.deny(20);
    await first.watch();
    // The receiver gets the post, and the server ends before it records the answer.
    const gone = { post: () => Promise.reject(new Error("the server ends here")) };
    await expect(first.post({ poster: gone })).rejects.toThrow("ends here");
    expect(await second.post()).toBe(0);
    await rig.admin.query("update alert_deliveries set lease_until = now() - interval '1 second'");
    expect(await second.post()).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]);
    expect(receiver.posts[0]?.headers["portal-delivery"]).toBe((await deliveries())[0]?.id);
  });
});

// Covers: alert.4
test("a post that nobody takes for a day is given up with its cause; for a lost receiver at once", async () => {
  await rig.addWebhook(receiver.url);
  await rig.deny(20);
  await first.watch();
  receiver.answer(503);
  await first.post();
  await rig.admin.query("update alert_deliveries set expires_at = now(), next_try_at = now()");
  expect(await first.post()).toBe(0);
  await first.maintain();
  expect(await deliveries()).toMatchObject([{ state: "failed", last_error: "http_503" }]);
  receiver.answer(410);
  await rig.admin.query("delete from access_logs");
  await first.watch();
  await first.post();
  expect((await deliveries()).map(({ event, state, last_error }) => [event, state, last_error])).toEqual([
    ["raised", "failed", "http_503"],
    ["cleared", "failed", "http_410"],
  ]);
  expect(receiver.posts).toHaveLength(2);
});

test("posts are tried for a day", async () => {
  await rig.addWebhook(receiver.url);
  await rig.deny(20);
  await first.watch();
  const { rows } = await rig.admin.query<{ hours: number }>(
    "select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from alert_deliveries",
  );
  expect(rows).toEqual([{ hours: 24 }]);
});

test("a receiver that is switched off gets nothing, and a closed port is reported as such", async () => {
  const id = await rig.addWebhook(receiver.url);
  await rig.deny(20);
  await first.watch();
  await rig.admin.query("update alert_webhooks set enabled = false");
  expect(await first.post()).toBe(0);
  await rig.admin.query("update alert_webhooks set enabled = true where id = $1", [id]);
  await receiver.close();
  await first.post();
  expect(await deliveries()).toMatchObject([{ state: "queued", last_error: "unreachable" }]);
  receiver = await startReceiver();
});

test("an address that leads into the machine is refused at the post too, whatever was saved", async () => {
  for (const url of [
    "http://169.254.169.254/latest",
    "http://127.0.0.1:5432/",
    "https://10.0.0.5/",
    "http://198.51.100.7/",
  ]) {
    await rig.clear();
    await rig.addWebhook(url);
    await rig.deny(20);
    await first.watch();
    await first.post();
    expect([url, (await deliveries())[0]?.last_error]).toEqual([url, "address_forbidden"]);
  }
});

test("a post that is encrypted for another receiver goes nowhere", async () => {
  const from = await rig.addWebhook(receiver.url);
  const to = await rig.addWebhook(receiver.url);
  await rig.admin.query(
    "update alert_webhooks set encrypted_url = (select encrypted_url from alert_webhooks where id = $1) where id = $2",
    [from, to],
  );
  await rig.deny(20);
  await first.watch();
  await first.post();
  expect(new Set((await deliveries()).map(({ last_error }) => last_error))).toEqual(
    new Set([null, "secret_unreadable"]),
  );
  expect(receiver.posts).toHaveLength(1);
});

// Covers: alert.5
test("emails go to system admins who want them, one for all that a round found", async () => {
  await rig.deny(20);
  await rig.admin.query("update backups set taken_at = now() - interval '3 days'");
  await first.watch();
  const emails = await rig.emails();
  expect(emails).toHaveLength(1);
  expect(emails[0]?.data).toMatch(/denial_burst.*backup_old/);
  await rig.admin.query("insert into alert_opt_outs values ($1)", [rig.userId]);
  await rig.admin.query("update backups set taken_at = now()");
  expect(await first.watch()).toMatchObject([{ event: "cleared" }]);
  expect(await rig.emails()).toHaveLength(1);
  await rig.admin.query("delete from alert_opt_outs");
});

test("a gate is offline since its first failed opening after its last yes, and answers again with the next", async () => {
  const log = (ago: string, executed: boolean) =>
    rig.admin.query(
      `insert into access_logs (plate_number, controller_id, access_granted, access_reason, opened, macro_executed, detected_at)
       values ('ABC 123', $1, true, 'valid_credential', true, $2, now() - $3::interval)`,
      [rig.gateId, executed, ago],
    );
  await log("3 hours", true);
  await log("10 minutes", false);
  expect(await first.watch()).toEqual([]);
  await log("20 minutes", false);
  expect(await first.watch()).toMatchObject([
    {
      event: "raised",
      alert: { kind: "controller_offline", objectName: "Infart", detail: { cause: "macro_refused" } },
    },
  ]);
  const { rows } = await rig.admin.query<{ minutes: number }>(
    "select round(extract(epoch from now() - since) / 60)::int as minutes from alerts",
  );
  expect(rows).toEqual([{ minutes: 20 }]);
  await log("1 second", true);
  expect(await first.watch()).toMatchObject([{ event: "cleared" }]);
});

test("the log says what happened and neither the address nor the secret", async () => {
  await rig.addWebhook(receiver.url);
  receiver.answer(500);
  await rig.deny(20);
  await first.watch();
  await first.post();
  const text = first.log.join("\n");
  expect(text).toContain("alert notified");
  expect(text).toContain("http_500");
  expect(text).not.toMatch(/whsec_|nyckel-i-adressen/);
});

test("a receiver that does not answer leaves places to the others, whatever is queued for it", async () => {
  const [silent, other] = ["https://silent.example/a", receiver.url];
  for (const url of [silent, other])
    await rig.admin.query(
      `insert into alert_deliveries (id, webhook_id, event, body, expires_at)
       select gen_random_uuid(), $1, 'raised', '{}', now() + interval '1 day' from generate_series(1, 20)`,
      [await rig.addWebhook(url)],
    );
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const poster: SendWebhooksDeps["poster"] = {
    post: async ({ url }) => {
      asked.push(url);
      if (url === silent) await answer.promise;
      return { status: 200, retryAfterMs: null };
    },
  };
  const stop = new AbortController();
  const ended = first.keepPosting({ poster }, stop.signal);
  await expect.poll(() => asked.filter((url) => url === other).length).toBe(20);
  expect(asked.filter((url) => url === silent)).toHaveLength(2);
  stop.abort();
  answer.resolve();
  await ended;
});
