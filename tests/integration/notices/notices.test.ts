// Covers: alert.8
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeNoticeRig, type NoticeRig } from "./notice-rig.ts";

let rig: NoticeRig;
let first: ReturnType<NoticeRig["addServer"]>;
let second: ReturnType<NoticeRig["addServer"]>;
beforeAll(async () => {
  rig = await makeNoticeRig();
  first = rig.addServer();
  second = rig.addServer();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(() => rig.clear());

/** Moves the latest emails back in time. */
const pass = (time: string) =>
  rig.admin.query("update notice_choices set mailed_at = mailed_at - $1::interval", [time]);

test("refusals at a door and a gate are one email, a line for each person and place, with the cause", async () => {
  const { north } = rig;
  await rig.choose(north, "refused", "hour");
  await rig.doorEvent(north, { count: 3 });
  const latest = await rig.doorEvent(north, { credential: north.pin, reason: "expired", stored: 30 });
  await rig.gateRead(north, { ago: 90 });
  expect(await first.look()).toBe(1);
  const [mail, ...others] = await rig.queued();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "norr@x.example", kind: "refused", total: 5, more: 0 });
  expect(mail?.items.map(({ place, who, what, count }) => [place, who, what, count])).toEqual([
    ["Entré Norr", "Anna Skog Norr", "expired", 1],
    ["Entré Norr", null, "unknown_code", 3],
    ["Infart Norr", "Anna Skog Norr", "expired", 1],
  ]);
  expect(mail?.items[0]?.id).toBe(latest);
  expect(first.problems).toEqual([]);
});

test("nobody is told who has not chosen, or has switched off", async () => {
  await rig.doorEvent(rig.north);
  expect(await first.look()).toBe(0);
  await rig.choose(rig.north, "refused", "hour");
  await rig.choose(rig.north, "door_alarm", "soon");
  await rig.admin.query("update notice_choices set pace = 'off'");
  await rig.doorEvent(rig.north, { kind: "door_forced" });
  expect(await first.look()).toBe(0);
});

test("granted passages, other kinds, and an opening from the portal are in no email", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.choose(rig.north, "door_alarm", "soon");
  await rig.doorEvent(rig.north, { granted: true, reason: null });
  await rig.doorEvent(rig.north, { kind: "tamper" });
  await rig.gateRead(rig.north, { reason: "valid_credential" });
  expect(await first.look()).toBe(0);
});

test("what happened before the choice is not told, though the device reports it afterwards", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.doorEvent(rig.north, { stored: 60, occurred: 3 * 3600 });
  await rig.doorEvent(rig.north, { stored: 3 * 3600 });
  expect(await first.look()).toBe(0);
  await rig.doorEvent(rig.north, { stored: 60, occurred: 3600 });
  expect(await first.look()).toBe(1);
  expect(await rig.queued()).toMatchObject([{ total: 1 }]);
});

test("switching on anew begins at the present, and the pause since the latest email stays", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.doorEvent(rig.north);
  expect(await first.look()).toBe(1);
  await rig.admin.query("update notice_choices set pace = 'off'");
  await rig.doorEvent(rig.north, { stored: 20 });
  await rig.admin.query("update notice_choices set pace = 'hour'");
  await pass("1 hour");
  expect(await first.look()).toBe(0);
  const { rows } = await rig.admin.query<{ began: boolean; mailed: boolean }>(
    "select chosen_at > now() - interval '1 minute' as began, mailed_at is not null as mailed from notice_choices",
  );
  expect(rows).toEqual([{ began: true, mailed: true }]);
});

test("the next email waits an hour for refusals, a quarter for doors, and tells everything since, once", async () => {
  for (const [kind, pace, pause] of [
    ["refused", "hour", "1 hour"],
    ["door_alarm", "soon", "15 minutes"],
  ] as const) {
    await rig.clear();
    await rig.choose(rig.north, kind, pace);
    const happens = (stored: number) =>
      rig.doorEvent(rig.north, kind === "refused" ? { stored } : { kind: "door_held_open", stored });
    await happens(60);
    expect(await first.look()).toBe(1);
    await rig.admin.query("update notice_choices set told_to = now() - interval '50 seconds'");
    await happens(40);
    await happens(30);
    expect(await first.look()).toBe(0);
    await rig.admin.query("update notice_choices set mailed_at = now() - $1::interval + interval '30 seconds'", [
      pause,
    ]);
    expect(await first.look()).toBe(0);
    await pass("1 minute");
    expect(await second.look()).toBe(1);
    expect((await rig.queued()).map(({ total }) => total)).toEqual([1, 2]);
    await pass(pause);
    expect(await first.look()).toBe(0);
  }
});

test("where the clock was set back, what happens next is told as usual", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.admin.query(
    "update notice_choices set told_to = now() + interval '2 hours', mailed_at = now() + interval '2 hours'",
  );
  expect(await first.look()).toBe(0);
  await rig.admin.query("update notice_choices set told_to = told_to - interval '1 hour'");
  await pass("1 hour");
  await rig.doorEvent(rig.north);
  expect(await first.look()).toBe(1);
  expect(await rig.queued()).toMatchObject([{ total: 1 }]);
});

test("two servers that look at once queue one email", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.choose(rig.south, "refused", "hour");
  await rig.doorEvent(rig.north, { count: 40 });
  await rig.doorEvent(rig.south);
  const counts = await Promise.all([first.look(), second.look(), first.look(), second.look()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect((await rig.queued()).map(({ to }) => to).sort()).toEqual(["norr@x.example", "söder@x.example"]);
});

test("a round that fails between the email and its note leaves neither, and keeps nothing from others", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.choose(rig.south, "refused", "hour");
  await rig.doorEvent(rig.north);
  await rig.doorEvent(rig.south);
  await rig.admin.query(
    "alter table mail_queue add constraint broken check (template <> 'notice' or recipient <> 'norr@x.example')",
  );
  expect(await first.look()).toBe(1);
  expect(first.problems).toHaveLength(1);
  await rig.admin.query("alter table mail_queue drop constraint broken");
  expect(await second.look()).toBe(1);
  expect((await rig.queued()).map(({ to, total }) => [to, total])).toEqual([
    ["söder@x.example", 1],
    ["norr@x.example", 1],
  ]);
});

test("a hundred thousand refusals are one email with their count", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.choose(rig.south, "refused", "hour");
  await rig.doorEvent(rig.north, { count: 100_000, stored: 600 });
  expect(await first.look()).toBe(1);
  expect(await rig.queued()).toMatchObject([{ to: "norr@x.example", total: 100_000, items: [{ count: 100_000 }] }]);
  expect(await first.look()).toBe(0);
});

test("more places than an email has room for are counted, whatever their names", async () => {
  await rig.choose(rig.north, "refused", "hour");
  await rig.admin.query(
    `with d as (insert into access_points (controller_id, name, device_door_token) select $1, repeat('鍵', 90) || n, 'x' || n from generate_series(1, 25) n returning id)
     insert into door_events (id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason)
     select gen_random_uuid(), now() - interval '1 minute', now(), now() - interval '1 minute', $1, d.id, $2, 'access', false, 'unknown_code' from d`,
    [rig.north.controller, rig.north.organization],
  );
  expect(await first.look()).toBe(1);
  const [mail] = await rig.queued();
  expect(mail?.total).toBe(25);
  expect(mail?.items.length).toBeGreaterThan(2);
  expect((mail?.items.length ?? 0) + (mail?.more ?? 0)).toBe(25);
  await rig.admin.query("delete from access_points where device_door_token like 'x%'");
});

test("a door's alarm says whether it is over, by the door's present state", async () => {
  await rig.choose(rig.north, "door_alarm", "soon");
  await rig.doorEvent(rig.north, { kind: "door_held_open", stored: 90 });
  await rig.doorEvent(rig.north, { kind: "door_forced" });
  await rig.admin.query(
    "update door_states set alarm = 'forced', mode = 'locked', read_at = now() where access_point_id = $1",
    [rig.north.door],
  );
  expect(await first.look()).toBe(1);
  const [mail] = await rig.queued();
  expect(mail?.items.map(({ what, isOver }) => [what, isOver])).toEqual([
    ["door_forced", false],
    ["door_held_open", false],
  ]);
});

describe("nothing comes", () => {
  beforeEach(() => rig.choose(rig.north, "refused", "hour"));

  test("of another organisation, nor of an event that is no organisation's", async () => {
    await rig.doorEvent(rig.south);
    await rig.gateRead(rig.south);
    await rig.doorEvent(rig.north, { of: null });
    expect(await first.look()).toBe(0);
  });

  test.each([
    ["after the role has ended", "delete from user_roles where user_id = $1"],
    [
      "after a change to system admin",
      "update user_roles set role = 'system_admin', organization_id = null where user_id = $1",
    ],
    ["to an account that is blocked", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
    ["to an account that is removed", "update auth.users set deleted_at = now() where id = $1"],
  ])("%s", async (_when, change) => {
    const { north } = rig;
    await rig.doorEvent(north);
    await rig.admin.query(change, [north.admin]);
    expect(await first.look()).toBe(0);
    await rig.admin.query("update auth.users set banned_until = null, deleted_at = null");
    await rig.admin.query("delete from user_roles where user_id = $1", [north.admin]);
    await rig.admin.query("insert into user_roles (user_id, role, organization_id) values ($1, 'org_admin', $2)", [
      north.admin,
      north.organization,
    ]);
    expect(await first.look()).toBe(1);
  });

  test("of the earlier organisation to an admin who has moved", async () => {
    const { north, south } = rig;
    await rig.doorEvent(north);
    await rig.admin.query("update user_roles set organization_id = $2 where user_id = $1", [
      north.admin,
      south.organization,
    ]);
    expect(await first.look()).toBe(0);
    await rig.admin.query("update user_roles set organization_id = $2 where user_id = $1", [
      north.admin,
      north.organization,
    ]);
  });

  test("without a mail server, and is told when there is one", async () => {
    await rig.doorEvent(rig.north);
    expect(await rig.addServer(false).look()).toBe(0);
    expect(await first.look()).toBe(1);
  });
});

test("a day's refusals come at seven in Stockholm, in winter and in summer", async () => {
  const until = async (now: string) =>
    (
      await rig.admin.query<{ until: string }>(
        "select to_char(private.notices_until('day', null, $1) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until",
        [now],
      )
    ).rows[0]?.until;
  expect(await until("2026-01-15T06:00:05Z")).toBe("2026-01-14 06:00");
  expect(await until("2026-01-15T06:00:10Z")).toBe("2026-01-15 06:00");
  expect(await until("2026-01-15T23:30:00Z")).toBe("2026-01-15 06:00");
  expect(await until("2026-07-15T05:00:10Z")).toBe("2026-07-15 05:00");
  // The nights in which the clock is set.
  expect(await until("2026-03-29T05:00:10Z")).toBe("2026-03-29 05:00");
  expect(await until("2026-10-25T06:00:10Z")).toBe("2026-10-25 06:00");
  expect(await until("2026-10-25T05:59:00Z")).toBe("2026-10-24 05:00");
});

test("a day's email has what was stored before seven, and the rest comes the next day", async () => {
  await rig.choose(rig.north, "refused", "day");
  await rig.admin.query(
    "update notice_choices set told_to = now() - interval '3 days', chosen_at = now() - interval '3 days'",
  );
  const { rows } = await rig.admin.query<{ ago: number }>(
    "select extract(epoch from now() - private.notices_until('day', null, now()))::float8 as ago",
  );
  const ago = rows[0]?.ago ?? 0;
  await rig.doorEvent(rig.north, { stored: ago + 60, count: 2 });
  await rig.doorEvent(rig.north, { stored: Math.max(ago - 5, 0) });
  expect(await first.look()).toBe(1);
  expect(await rig.queued()).toMatchObject([{ total: 2 }]);
  expect(await first.look()).toBe(0);
});

test("an erased person's name waits in no email, and another's does", async () => {
  const { north, south } = rig;
  await rig.choose(north, "refused", "hour");
  await rig.choose(south, "refused", "hour");
  await rig.doorEvent(north, { credential: north.pin, reason: "expired" });
  await rig.doorEvent(south, { credential: south.pin, reason: "expired" });
  expect(await first.look()).toBe(2);
  const { rows } = await rig.admin.query<{ named_people: string[] }>(
    "select named_people from mail_queue where recipient = 'norr@x.example'",
  );
  expect(rows).toEqual([{ named_people: [north.person] }]);
  await rig.erase(north);
  expect((await rig.queued()).map(({ to }) => to)).toEqual(["söder@x.example"]);
});
