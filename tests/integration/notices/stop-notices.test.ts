import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stopToken } from "#server/notices/stop-token.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let nord: SupabaseClient;
let system: SupabaseClient;
beforeAll(async () => {
  portal = await startTestPortal();
  nord = await signedInClient(portal.url, portal.accounts.nord);
  system = await signedInClient(portal.url, portal.accounts.system);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.admin.query("delete from notice_choices");
  for (const { userId } of [portal.accounts.nord, portal.accounts.syd])
    await portal.admin.query(
      "insert into notice_choices (user_id, kind, pace) values ($1, 'refused', 'day'), ($1, 'door_alarm', 'soon')",
      [userId],
    );
});

const paces = async () => {
  const { rows } = await portal.admin.query<{ user_id: string; kind: string; pace: string }>(
    "select user_id, kind, pace from notice_choices order by kind",
  );
  const of = (id: string) => rows.filter(({ user_id }) => user_id === id).map(({ kind, pace }) => `${kind} ${pace}`);
  return { nord: of(portal.accounts.nord.userId), syd: of(portal.accounts.syd.userId) };
};
const ON = ["door_alarm soon", "refused day"];
const tokenOf = (kind: "refused" | "door_alarm" = "refused") =>
  stopToken(portal.server.deps.keys, portal.accounts.nord.userId, kind);
const at = (token: string) => `${portal.url}/functions/v1/stop-notices?token=${encodeURIComponent(token)}`;

describe("the link of an email", () => {
  // Covers: alert.9
  test.each([
    ["a form", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "a form of parts",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ["the page's JSON", "application/json", "{}"],
  ])("switches one kind off by %s, without a sign-in, and once more changes nothing", async (_how, type, body) => {
    for (let time = 0; time < 2; time++) {
      const reply = await fetch(at(tokenOf()), { method: "POST", headers: { "content-type": type }, body });
      expect([reply.status, await reply.json()]).toEqual([200, { success: true, kind: "refused" }]);
      expect(await paces()).toEqual({ nord: ["door_alarm soon", "refused off"], syd: ON });
    }
  });

  test("a mail scanner that follows it changes nothing, and a person comes to the page that asks", async () => {
    const token = tokenOf();
    const reply = await fetch(at(token), { redirect: "manual" });
    expect(reply.status).toBe(303);
    expect(new URL(reply.headers.get("location") ?? "", portal.url).searchParams.get("notices")).toBe(token);
    expect(await paces()).toEqual({ nord: ON, syd: ON });
  });

  test.each([
    ["nothing", ""],
    [
      "another portal's",
      stopToken(createKeyRing("the secret key of another portal 0123"), crypto.randomUUID(), "refused"),
    ],
    ["a word", "x"],
    ["too short a text", `p1:abcd:${"A".repeat(8)}`],
    ["a text of the right form", `p1:abcd:${"A".repeat(60)}`],
  ])("of %s is refused and changes nothing", async (_what, token) => {
    const reply = await fetch(at(token), { method: "POST" });
    expect([400, 404]).toContain(reply.status);
    expect(await paces()).toEqual({ nord: ON, syd: ON });
  });

  test("that was changed anywhere is refused", async () => {
    const token = tokenOf();
    const [form = "", keyId = ""] = token.split(":");
    expect((await fetch(at(`${form}:${keyId}:AAAA`), { method: "POST" })).status).toBe(404);
    for (const place of [4, 20, token.length - 2]) {
      const changed = token.slice(0, place) + (token[place] === "A" ? "B" : "A") + token.slice(place + 1);
      expect((await fetch(at(changed), { method: "POST" })).status).toBe(404);
    }
    expect(await paces()).toEqual({ nord: ON, syd: ON });
  });
});

describe("a table call of an admin", () => {
  test("reads and changes one's own, by every verb", async () => {
    const { userId } = portal.accounts.nord;
    const read = await nord.from("notice_choices").select("user_id, kind, pace").order("kind");
    expect(read.data?.map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [userId, "door_alarm"],
      [userId, "refused"],
    ]);
    const one = { user_id: userId, kind: "refused", pace: "hour" };
    expect((await nord.from("notice_choices").upsert(one, { onConflict: "user_id,kind" })).error).toBeNull();
    expect(await paces()).toEqual({ nord: ["door_alarm soon", "refused hour"], syd: ON });
    expect((await nord.from("notice_choices").update({ pace: "off" }).eq("kind", "refused")).error).toBeNull();
    expect(await paces()).toEqual({ nord: ["door_alarm soon", "refused off"], syd: ON });
  });

  test("changes nobody else's: insert, upsert, bulk, update, a chosen id, delete", async () => {
    const { userId: other } = portal.accounts.syd;
    const { userId: own } = portal.accounts.nord;
    const table = () => nord.from("notice_choices");
    const { rows } = await portal.admin.query<{ id: string }>("select id from notice_choices where user_id = $1", [
      other,
    ]);
    const theirs = rows[0]?.id ?? "";
    const row = { user_id: other, kind: "refused", pace: "off" };
    for (const reply of [
      await table().insert(row),
      await table().upsert(row, { onConflict: "user_id,kind" }),
      await table().upsert([{ ...row, user_id: own }, row], { onConflict: "user_id,kind" }),
      await table().upsert({ ...row, id: theirs }, { onConflict: "id" }),
      await table().update({ user_id: other }).eq("kind", "refused"),
      await table().delete().eq("user_id", own),
    ])
      expect(reply.error?.code).toBe("42501");
    await table().update({ pace: "off" }).eq("user_id", other);
    await table().update({ pace: "off" }).eq("id", theirs);
    expect(await paces()).toEqual({ nord: ON, syd: ON });
    expect((await table().select("id").eq("user_id", other)).data).toEqual([]);
  });

  test("does not choose from when events are told, nor the pause", async () => {
    for (const column of ["chosen_at", "told_to", "mailed_at"])
      expect(
        (
          await nord
            .from("notice_choices")
            .update({ [column]: "2020-01-01" })
            .eq("kind", "refused")
        ).error?.code,
      ).toBe("42501");
  });

  test("takes no pace that its kind does not have", async () => {
    const { error } = await nord.from("notice_choices").update({ pace: "soon" }).eq("kind", "refused");
    expect(error?.code).toBe("23514");
  });

  test("is closed to system admins, who get alerts, and to nobody in particular", async () => {
    expect((await system.from("notice_choices").select("id")).error?.code).toBe("42501");
    const anonymous = createClient(portal.url, "anon");
    expect((await anonymous.from("notice_choices").select("id")).error).not.toBeNull();
  });
});
