// Alerts about a controller's clock, certificate and restarts. Each alert ends with its cause.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordCopiedCamera } from "#server/gates/camera-addresses.store.ts";
import { type AlertRig, type AlertServer, makeAlertRig } from "./alert-rig.ts";

let rig: AlertRig;
let server: AlertServer;
let doorId: string;

beforeAll(async () => {
  rig = await makeAlertRig();
  server = rig.addServer();
  const { rows } = await rig.admin.query<{ id: string }>(
    "insert into controllers (name, device_type, device_ip, organization_id) select 'Garage', 'axis', '192.0.2.6', id from organizations returning id",
  );
  doorId = rows[0]?.id ?? "";
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(async () => {
  await rig.clear();
  await rig.admin.query(
    "delete from door_events; delete from door_event_cursors; update controllers set enabled = true, cert_valid_to = null",
  );
});

const watched = async () =>
  (await server.watch())?.map(({ event, alert }) => ({ event, kind: alert?.kind, detail: alert?.detail }));
const switchOff = () => rig.admin.query("update controllers set enabled = false where id = $1", [doorId]);

describe("a clock that is wrong", () => {
  const measured = (ms: number) =>
    rig.admin.query(
      `insert into door_event_cursors (controller_id, clock_skew_ms) values ($1, $2)
       on conflict (controller_id) do update set clock_skew_ms = excluded.clock_skew_ms`,
      [doorId, ms],
    );

  // Covers: alert.1
  test("ahead or behind is an alert until it is right again", async () => {
    await measured(59_000);
    expect(await watched()).toEqual([]);
    await measured(-3_600_000);
    expect(await watched()).toEqual([{ event: "raised", kind: "clock_skew", detail: { minutes: 60, ahead: false } }]);
    await measured(120_000);
    expect(await watched()).toEqual([]);
    await measured(400);
    expect(await watched()).toEqual([{ event: "cleared", kind: "clock_skew", detail: { minutes: 2, ahead: true } }]);
  });

  test("that lost its time is an alert for a day after its last such event, though it is right again", async () => {
    await measured(400);
    const wrote = (ago: string) =>
      rig.admin.query(
        `update door_event_cursors set wrong_clock_ms = -1795000000000, wrong_clock_at = now() - $1::interval`,
        [ago],
      );
    await wrote("1 minute");
    expect(await watched()).toEqual([
      { event: "raised", kind: "clock_skew", detail: { minutes: 29_916_667, ahead: false, lost: true } },
    ]);
    await wrote("25 hours");
    expect(await watched()).toMatchObject([{ event: "cleared", kind: "clock_skew" }]);
  });

  test("is no alert where the controller is switched off or its clock was never measured", async () => {
    await measured(90_000);
    await switchOff();
    expect(await watched()).toEqual([]);
    await rig.admin.query("update controllers set enabled = true; update door_event_cursors set clock_skew_ms = null");
    expect(await watched()).toEqual([]);
  });
});

test("a gate's camera whose clock shuts everybody out is an alert in seconds, until a read shows it right", async () => {
  const pushed = (ms: number) =>
    rig.admin.query("update controllers set push_skew_ms = $2 where id = $1", [rig.gateId, ms]);
  await pushed(-3_500);
  expect(await watched()).toEqual([]);
  await pushed(-6_400);
  expect(await watched()).toEqual([{ event: "raised", kind: "clock_skew", detail: { seconds: 6, ahead: false } }]);
  await pushed(-400);
  expect(await watched()).toEqual([{ event: "cleared", kind: "clock_skew", detail: { seconds: 6, ahead: false } }]);
});

describe("a certificate", () => {
  const endsIn = (time: string) =>
    rig.admin.query("update controllers set cert_valid_to = now() + $2::interval where id = $1", [doorId, time]);

  // Covers: alert.1
  test("that ends within a month is an alert, on past its end, until another is there", async () => {
    await endsIn("31 days");
    expect(await watched()).toEqual([]);
    await endsIn("29 days 1 hour");
    expect(await watched()).toEqual([{ event: "raised", kind: "certificate_ends", detail: { days: 29 } }]);
    await endsIn("-1 hour");
    expect(await watched()).toEqual([]);
    await endsIn("2 years");
    expect(await watched()).toEqual([{ event: "cleared", kind: "certificate_ends", detail: { days: -1 } }]);
  });

  // Covers: alert.1
  test("of the portal's own files is an alert for its last three weeks and on past its end, until new files are in use", async () => {
    const DAY_MS = 86_400_000;
    const own = async (days: number) =>
      (await server.watch({ certificateEnd: () => new Date(Date.now() + days * DAY_MS + 60_000) }))?.map(
        ({ event, alert }) => ({ event, kind: alert?.kind, id: alert?.objectId, detail: alert?.detail }),
      );
    const portalCertificate = { kind: "portal_certificate", id: null };
    expect(await own(21)).toEqual([]);
    expect(await own(20)).toEqual([{ event: "raised", ...portalCertificate, detail: { days: 20 } }]);
    expect(await own(-1)).toEqual([]);
    expect(await own(90)).toEqual([{ event: "cleared", ...portalCertificate, detail: { days: -1 } }]);
  });

  test("causes no alert at a controller that is switched off", async () => {
    await endsIn("1 day");
    await switchOff();
    expect(await watched()).toEqual([]);
  });
});

describe("a controller that logs more than the portal keeps", () => {
  // Covers: alert.1
  test("is an alert until a day after the last time", async () => {
    const flooded = (ago: string) =>
      rig.admin.query(
        `insert into door_event_cursors (controller_id, flooded_at) values ($1, now() - $2::interval)
         on conflict (controller_id) do update set flooded_at = excluded.flooded_at`,
        [doorId, ago],
      );
    await flooded("23 hours");
    expect(await watched()).toEqual([{ event: "raised", kind: "log_flooded", detail: {} }]);
    await flooded("1 minute");
    expect(await watched()).toEqual([]);
    await flooded("25 hours");
    expect(await watched()).toEqual([{ event: "cleared", kind: "log_flooded", detail: {} }]);
    await flooded("1 hour");
    await switchOff();
    expect(await watched()).toEqual([]);
  });
});

describe("schedules on a controller", () => {
  /** Sets the last full comparison, so that the schedules end in so many days. */
  const endIn = (days: number) =>
    rig.admin.query(
      `insert into controller_sync (controller_id, last_full_at)
       values ($1, (now() + make_interval(days => $2)) - interval '24 months')
       on conflict (controller_id) do update set last_full_at = excluded.last_full_at`,
      [doorId, days],
    );
  const confirmed = (token: string | null) =>
    rig.admin.query("update access_points set hours_token = $2 where controller_id = $1", [doorId, token]);

  // Covers: alert.1
  test("that end within sixty days are an alert, on past their end, until a comparison renews them", async () => {
    await rig.admin.query("insert into access_points (controller_id, name) values ($1, 'Tvätt')", [doorId]);
    await endIn(-40);
    await confirmed(null);
    expect(await watched()).toEqual([]);
    await confirmed("wp-sch-1");
    const [raised, ...others] = (await watched()) ?? [];
    expect([raised, others]).toMatchObject([{ event: "raised", kind: "hours_end" }, []]);
    expect(raised?.detail?.days).toBeLessThan(0);
    await endIn(27);
    expect(await watched()).toEqual([]);
    await endIn(95);
    expect(await watched()).toMatchObject([{ event: "cleared", kind: "hours_end" }]);
    await endIn(20);
    await switchOff();
    expect(await watched()).toEqual([]);
    await rig.admin.query("delete from access_points where controller_id = $1", [doorId]);
  });
});

describe("a controller that restarts", () => {
  const restarts = (minutesAgo: number[], { late = 5, kind = "controller_restarted" } = {}) =>
    rig.admin.query(
      `insert into door_events (id, occurred_at, device_time, received_at, controller_id, kind)
       select gen_random_uuid(), at, at, at + make_interval(secs => $3), $1, $4
       from unnest($2::int[]) m cross join lateral (select now() - make_interval(mins => m) as at) t`,
      [doorId, minutesAgo, late, kind],
    );

  // Covers: alert.1
  test("three times within an hour is an alert, over when it has stayed up", async () => {
    await restarts([5, 40, 70, 90]);
    expect(await watched()).toEqual([]);
    await restarts([50]);
    expect(await watched()).toEqual([{ event: "raised", kind: "restart_loop", detail: { count: 3 } }]);
    await rig.admin.query("update door_events set occurred_at = occurred_at - interval '30 minutes'");
    expect(await watched()).toMatchObject([{ event: "cleared", kind: "restart_loop" }]);
  });

  test("and was heard of more than a minute later is history", async () => {
    await restarts([5, 10, 15], { late: 61 });
    expect(await watched()).toEqual([]);
    await restarts([5, 10, 15], { late: 60 });
    expect(await watched()).toMatchObject([{ event: "raised", detail: { count: 3 } }]);
  });

  test("is neither one whose door was forced, nor counted while it is switched off", async () => {
    await restarts([5, 10, 15], { kind: "door_forced" });
    expect(await watched()).toEqual([]);
    await restarts([5, 10, 15]);
    await switchOff();
    expect(await watched()).toEqual([]);
  });

  test("is found by the index of what controllers say of themselves", async () => {
    await rig.admin.query(
      `insert into door_events (id, occurred_at, device_time, controller_id, kind)
       select gen_random_uuid(), now(), now(), $1, 'door_opened' from generate_series(1, 20000)`,
      [doorId],
    );
    await rig.admin.query("analyze door_events");
    const { rows } = await rig.admin.query<{ "QUERY PLAN": string }>(
      `explain select from door_events e
       where e.kind = 'controller_restarted' and e.occurred_at > now() - interval '1 hour'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/_controller_id_kind_occurred_at_idx/);
  });
});

test("a kind whose limit is empty raises nothing", async () => {
  await rig.admin.query("update controllers set cert_valid_to = now() where id = $1", [doorId]);
  await rig.admin.query("update alert_settings set certificate_days = null");
  expect(await watched()).toEqual([]);
  await rig.admin.query("update alert_settings set certificate_days = 30");
  expect(await watched()).toMatchObject([{ kind: "certificate_ends" }]);
});

describe("a camera that has another gate's settings", () => {
  let copiedId: string;
  const refused = (minutesAgo: number) =>
    rig.admin.query(
      `insert into private.copied_cameras (controller_id, account_of_id, last_at) values ($1, $2, now() - make_interval(secs => $3::float8 * 60))
       on conflict (controller_id) do update set last_at = excluded.last_at`,
      [copiedId, rig.gateId, minutesAgo],
    );
  const pushedItself = (minutesAgo: number) =>
    rig.admin.query("update controllers set pushed_at = now() - make_interval(mins => $2) where id = $1", [
      copiedId,
      minutesAgo,
    ]);
  beforeEach(async () => {
    const { rows } = await rig.admin.query<{ id: string }>(
      "insert into controllers (name, device_type, device_ip, organization_id) select 'Utfart', 'axis_lpv', '192.0.2.7', id from organizations returning id",
    );
    copiedId = rows[0]?.id ?? "";
  });
  afterEach(() => rig.admin.query("delete from controllers where id = $1", [copiedId]));

  // Covers: alert.1
  test("is an alert that names both gates, until it has sent with its own account for ten minutes", async () => {
    await pushedItself(90);
    await refused(1);
    expect(await watched()).toEqual([{ event: "raised", kind: "camera_copied", detail: { gate: "Infart" } }]);
    // The camera sends to both receivers.
    await pushedItself(0);
    expect(await watched()).toEqual([]);
    await refused(9);
    expect(await watched()).toEqual([]);
    await refused(11);
    expect(await watched()).toEqual([{ event: "cleared", kind: "camera_copied", detail: { gate: "Infart" } }]);
  });

  test("stands where its own account was used before the last refusal only", async () => {
    await pushedItself(12);
    await refused(11);
    expect(await watched()).toMatchObject([{ event: "raised", kind: "camera_copied" }]);
  });

  test.each<[string, { refused: number; itself?: number; begins: "anew" | "stays" }]>([
    ["a second refusal within the minute is not noted", { refused: 0.5, begins: "stays" }],
    ["the next refusal goes on", { refused: 2, begins: "stays" }],
    ["one after hours of silence goes on", { refused: 23 * 60, begins: "stays" }],
    ["one after a day of silence is a new beginning", { refused: 24 * 60 + 1, begins: "anew" }],
    ["one of a camera that sends to both goes on", { refused: 9, itself: 1, begins: "stays" }],
    ["one after it was fixed for ten minutes is a new beginning", { refused: 11, itself: 1, begins: "anew" }],
    ["one long after its own account was last used goes on", { refused: 11, itself: 12, begins: "stays" }],
  ])("%s", async (_what, { refused: minutesAgo, itself, begins }) => {
    await refused(minutesAgo);
    await rig.admin.query("update private.copied_cameras set since = now() - interval '30 hours'");
    if (itself !== undefined) await pushedItself(itself);
    const noted = async () =>
      (
        await rig.admin.query<{ is_new: boolean; last_at: string }>(
          "select since > now() - interval '1 hour' as is_new, last_at::text from private.copied_cameras",
        )
      ).rows[0];
    const before = await noted();
    await recordCopiedCamera(rig.admin, { gateId: copiedId, accountOfId: rig.gateId });
    const after = await noted();
    expect([after?.is_new, after?.last_at !== before?.last_at]).toEqual([begins === "anew", minutesAgo >= 1]);
  });

  test("with the settings of yet another gate is noted at once", async () => {
    await recordCopiedCamera(rig.admin, { gateId: copiedId, accountOfId: rig.gateId });
    await recordCopiedCamera(rig.admin, { gateId: copiedId, accountOfId: doorId });
    expect(await watched()).toMatchObject([{ event: "raised", detail: { gate: "Garage" } }]);
  });

  test("stands while it is silent, for a day, and not where it is switched off", async () => {
    await refused(23 * 60);
    expect(await watched()).toMatchObject([{ event: "raised", kind: "camera_copied" }]);
    await refused(24 * 60 + 1);
    expect(await watched()).toMatchObject([{ event: "cleared", kind: "camera_copied" }]);
    await refused(1);
    await rig.admin.query("update controllers set enabled = false where id = $1", [copiedId]);
    expect(await watched()).toEqual([]);
  });
});

describe("a gate's camera", () => {
  const today = (reads: number, unread: number) =>
    rig.admin.query(
      `insert into camera_days (controller_id, day, reads, unread, last_read_at)
       select $1, (now() at time zone 'Europe/Stockholm')::date - d.ago, d.reads, d.unread, now() - make_interval(days => d.ago)
       from (values (1, 100, 2), (0, $2::int, $3::int)) as d (ago, reads, unread)
       on conflict (controller_id, day) do update set reads = excluded.reads, unread = excluded.unread`,
      [rig.gateId, reads, unread],
    );

  // Covers: alert.1
  test("that leaves a tenth unread is an alert until it is well below that; a gate switched off has none", async () => {
    await today(100, 9);
    expect(await watched()).toEqual([]);
    await today(100, 15);
    expect(await watched()).toEqual([{ event: "raised", kind: "camera_worse", detail: { unread: 15, unclear: 0 } }]);
    await today(100, 6);
    expect(await watched()).toEqual([]);
    await today(100, 4);
    expect(await watched()).toMatchObject([{ event: "cleared", kind: "camera_worse" }]);
    await today(100, 15);
    await rig.admin.query("update controllers set enabled = false where id = $1", [rig.gateId]);
    expect(await watched()).toEqual([]);
    await rig.admin.query("delete from camera_days");
  });
});
