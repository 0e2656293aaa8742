import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ColumnCodec } from "#rest/codecs.ts";
import { type RestRig, startRest } from "./rest-rig.ts";

class Refused extends Error {}

/** A codec that "encrypts" by writing down its binding, visible to a test. */
const coding: ColumnCodec = {
  table: "safes",
  column: "sealed",
  readAs: "mask",
  needs: ["kind"],
  alsoWrittenAs: ["code"],
  encode(value, { id, row }) {
    turns.push(turn);
    if (value === null) return { store: null };
    if (value === "" || value === "****") return { unchanged: true };
    if (value === "0000") throw new Refused("too simple");
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return { store: `${String(row.kind)}|${id}|${text.split("").toReversed().join("")}` };
  },
};

/** Records in which turn of the event loop each row was encrypted. */
const turns: number[] = [];
let turn = 0;

const extraSql = (role: string) => `
create table library.safes (
  id uuid primary key, kind text not null default 'pin', label text check (label <> 'bad'), owner text references library.members, sealed text,
  mask text generated always as (case when sealed is null then null else '****' end) stored);
grant select (id, kind, label, owner, mask), insert (id, kind, label, owner, sealed), update (kind, label, owner, sealed), delete on library.safes to ${role};
insert into library.safes (id, kind, label, owner, sealed) values ('00000000-0000-4000-8000-000000000001', 'pin', 'first', 'ada', 'pin|old');`;

const FIRST = "00000000-0000-4000-8000-000000000001";
let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({
    extraSql,
    rest: {
      codecs: [coding],
      describeError: (error) =>
        error instanceof Refused ? { status: 422, code: "too_simple", message: error.message } : undefined,
    },
  });
});
afterAll(() => rig.stop());

const stored = async (id: string) =>
  (await rig.admin.query("select kind, label, sealed from library.safes where id = $1", [id])).rows[0];

describe("a caller reading an encrypted column", () => {
  test("gets the mask under the column's name, with * and by name, also when embedded", async () => {
    const { data } = await rig.client.from("safes").select().eq("id", FIRST).single();
    expect(data).toEqual({ id: FIRST, kind: "pin", label: "first", owner: "ada", sealed: "****" });
    const named = await rig.client.from("members").select("safes(code:sealed)").eq("username", "ada").single();
    expect(named.data).toEqual({ safes: [{ code: "****" }] });
  });

  test("filters and orders by the mask, so that attempts reveal nothing", async () => {
    const attempt = await rig.client.from("safes").select("id").like("sealed", "pin%");
    expect(attempt.data).toEqual([]);
    const mask = await rig.client.from("safes").select("id").eq("sealed", "****").order("sealed");
    expect(mask.data).toHaveLength(1);
    const cast = await rig.client.from("safes").select("x:sealed::text, y:sealed.max()");
    expect(JSON.stringify(cast.data)).not.toContain("old");
  });
});

describe("a caller writing an encrypted column", () => {
  test("gets it encrypted for the row, with an id made first", async () => {
    const { data, error } = await rig.client.from("safes").insert({ kind: "door", sealed: "1234" }).select().single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ kind: "door", sealed: "****", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await stored(data?.id)).toMatchObject({ sealed: `door|${data?.id}|4321` });
  });

  test("gets it bound to the id as the row has it, whatever the id's letters", async () => {
    const id = "00000000-0000-4000-8000-0000000000cd";
    const { error } = await rig.client.from("safes").insert({ id: id.toUpperCase(), kind: "pin", sealed: "12" });
    expect(error).toBeNull();
    expect(await stored(id)).toMatchObject({ sealed: `pin|${id}|21` });
  });

  test("is not believed about a column that columns= leaves out", async () => {
    const write = (method: string, query: string, body: object) =>
      fetch(`${rig.url}/safes?${query}`, {
        method,
        headers: { "content-type": "application/json", prefer: "return=representation" },
        body: JSON.stringify(body),
      });
    await rig.client.from("safes").update({ kind: "pin" }).eq("id", FIRST);
    const changed = await write("PATCH", `id=eq.${FIRST}&columns=sealed`, { kind: "open", sealed: "12" });
    expect(changed.status).toBe(200);
    expect(await stored(FIRST)).toMatchObject({ kind: "pin", sealed: `pin|${FIRST}|21` });
    const made = await write("POST", "columns=sealed&select=id", { kind: "open", sealed: "34" });
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(await made.json());
    expect(await stored(id)).toMatchObject({ kind: "pin", sealed: `undefined|${id}|43` });
  });

  test("encrypts each row of a batch for itself, and the other name of the column too", async () => {
    const ids = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
    const rows = ids.map((id, at) => ({ id, kind: "pin", code: `12${at}` }));
    expect((await rig.client.from("safes").insert(rows)).error).toBeNull();
    expect(await stored(ids[0] ?? "")).toMatchObject({ sealed: `pin|${ids[0]}|021` });
    expect(await stored(ids[1] ?? "")).toMatchObject({ sealed: `pin|${ids[1]}|121` });
  });

  test("changes it in one row by id, with what the row holds, the body first", async () => {
    expect((await rig.client.from("safes").update({ sealed: "77" }).eq("id", FIRST)).error).toBeNull();
    expect(await stored(FIRST)).toMatchObject({ sealed: `pin|${FIRST}|77` });
    await rig.client.from("safes").update({ sealed: "89", kind: "gate" }).eq("id", FIRST);
    expect(await stored(FIRST)).toMatchObject({ kind: "gate", sealed: `gate|${FIRST}|98` });
  });

  test("leaves it alone when the mask or a blank comes back, and still writes the rest", async () => {
    await rig.client.from("safes").update({ sealed: "55", label: "a" }).eq("id", FIRST);
    const { data, status } = await rig.client
      .from("safes")
      .update({ sealed: "****", label: "b" })
      .eq("id", FIRST)
      .select("label, sealed");
    expect({ data, status }).toEqual({ data: [{ label: "b", sealed: "****" }], status: 200 });
    const only = await rig.client.from("safes").update({ sealed: "" }).eq("id", FIRST).select("label").single();
    expect(only).toMatchObject({ data: { label: "b" }, status: 200 });
    expect((await rig.client.from("safes").update({ sealed: "" }).eq("id", FIRST)).status).toBe(204);
    expect((await stored(FIRST))?.sealed).toMatch(/\|55$/);
  });

  test("changes nothing of a row that is not there", async () => {
    const { data, status } = await rig.client
      .from("safes")
      .update({ sealed: "1" })
      .eq("id", "00000000-0000-4000-8000-0000000000ff")
      .select();
    expect({ data, status }).toEqual({ data: [], status: 200 });
  });

  test.each([
    ["another filter", () => rig.client.from("safes").update({ sealed: "1" }).eq("kind", "pin")],
    ["two filters", () => rig.client.from("safes").update({ sealed: "1" }).eq("id", FIRST).eq("kind", "pin")],
    ["a list of ids", () => rig.client.from("safes").update({ sealed: "1" }).in("id", [FIRST])],
    ["not that id", () => rig.client.from("safes").update({ sealed: "1" }).not("id", "eq", FIRST)],
    ["an id that is no uuid", () => rig.client.from("safes").update({ sealed: "1" }).eq("id", "1")],
    ["an upsert", () => rig.client.from("safes").upsert({ id: FIRST, sealed: "1" })],
  ])("is refused by %s", async (_name, write) => {
    const before = await stored(FIRST);
    const { status, error } = await write();
    expect({ status, code: error?.code }).toEqual({ status: 400, code: "PGRST127" });
    expect(await stored(FIRST)).toEqual(before);
  });

  test("hears the host's own refusal", async () => {
    const { status, error } = await rig.client.from("safes").insert({ sealed: "0000" });
    expect({ status, error }).toEqual({
      status: 422,
      error: { code: "too_simple", message: "too simple", details: null, hint: null },
    });
  });

  test("is never shown the row that broke a rule", async () => {
    const { error } = await rig.client.from("safes").insert({ label: "bad", sealed: "1234" });
    expect(error).toMatchObject({ code: "23514", details: null });
    const { data } = await rig.client.from("safes").select("id").limit(1).single();
    const taken = await rig.client.from("safes").insert({ id: data?.id, sealed: "1234" });
    expect(taken.error).toMatchObject({ code: "23505", details: null });
  });
});

describe("a caller who writes many of them at once", () => {
  const many = (rows: number) => Array.from({ length: rows }, () => ({ sealed: "1234" }));

  test("leaves others their turn after every twenty", async () => {
    turns.length = 0;
    const count = () => {
      turn += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const { status } = await rig.client.from("safes").insert(many(1_000));
    clearImmediate(next);
    expect(status).toBe(201);
    expect(turns).toHaveLength(1_000);
    const rowsIn = Map.groupBy(turns, (at) => at);
    expect(Math.max(...[...rowsIn.values()].map((rows) => rows.length))).toBeLessThanOrEqual(20);
  });

  test("writes a thousand in a call at most, and encrypts none of more", async () => {
    turns.length = 0;
    const { status, error } = await rig.client.from("safes").insert(many(1_001));
    expect({ status, code: error?.code }).toEqual({ status: 413, code: "PGRST102" });
    expect(turns).toEqual([]);
  });
});
