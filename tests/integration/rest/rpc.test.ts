// Calling functions.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest();
});
afterAll(() => rig.stop());

describe("a caller of a function", () => {
  test("gets a value, with defaults for what is not given, by POST and by GET", async () => {
    expect(await rig.client.rpc("add", { a: 1, b: 2 })).toMatchObject({ data: 3, status: 200 });
    expect(await rig.client.rpc("add", { a: 1 }, { get: true })).toMatchObject({ data: 2, status: 200 });
    expect(await rig.client.rpc("add", { a: 1 }, { count: "exact" })).toMatchObject({ data: 2, count: 1 });
    expect(await rig.client.rpc("add", { a: null })).toMatchObject({ data: null, error: null });
  });

  test("gets rows to choose from, filter, order and page", async () => {
    const { data, error } = await rig.client
      .rpc("find_members", { term: "a" })
      .select("username, posts(count())")
      .gt("points", 1)
      .order("username", { ascending: false })
      .limit(1);
    expect({ data, error }).toEqual({ data: [{ username: "dag", posts: [{ count: 0 }] }], error: null });
    const page = await rig.client
      .rpc("find_members", { term: "" }, { count: "exact", get: true })
      .select("username")
      .order("username")
      .range(1, 2);
    expect(page).toMatchObject({ data: [{ username: "bo" }, { username: "cy" }], count: 4, status: 206 });
    const wild = await rig.client.rpc("find_members", { term: "", wanted: "wild" }).select("username").single();
    expect(wild.data).toEqual({ username: "bo" });
    const head = await rig.client.rpc("find_members", { term: "" }, { count: "exact", head: true });
    expect(head).toMatchObject({ data: null, count: 4 });
  });

  test("gets a table of its own columns, one row as an object, or a list of values", async () => {
    expect((await rig.client.rpc("top_members", { most: 1 }).select("username, n:written::text")).data).toEqual([
      { username: "ada", n: "3" },
    ]);
    expect((await rig.client.rpc("one_member").select("username")).data).toEqual({ username: "ada" });
    expect((await rig.client.rpc("slugs")).data).toEqual(["public", "random", "other"]);
  });

  test("gets 204 from a function that returns nothing", async () => {
    expect(await rig.client.rpc("nothing")).toMatchObject({ data: null, error: null, status: 204 });
  });

  test("passes arrays and whole JSON bodies", async () => {
    expect((await rig.client.rpc("total", { list: [1, 2, 3] })).data).toBe(6);
    expect((await rig.client.rpc("total", { list: [1, 2, 3] }, { get: true })).data).toBe(6);
    expect((await rig.client.rpc("keys_of", { one: 1, two: 2 })).data).toEqual(["one", "two"]);
  });

  test("writes by POST, and not by GET", async () => {
    const { data } = await rig.client.rpc("rename", { who: "cy", to_mood: "wild" }).select("username, mood").rollback();
    expect(data).toEqual([{ username: "cy", mood: "wild" }]);
    const read = await rig.client.rpc("rename", { who: "cy", to_mood: "wild" }, { get: true });
    expect({ status: read.status, code: read.error?.code }).toEqual({ status: 405, code: "25006" });
    expect((await rig.admin.query("select mood from library.members where username = 'cy'")).rows).toEqual([
      { mood: "calm" },
    ]);
  });

  test("is told when there is no such function, or when several fit", async () => {
    const none = await rig.client.rpc("add", { a: 1, z: 2 });
    expect({ status: none.status, error: none.error }).toMatchObject({
      status: 404,
      error: { code: "PGRST202", message: "Could not find the function library.add(a, z) in the schema cache" },
    });
    expect((await rig.client.rpc("slug")).error).toMatchObject({
      code: "PGRST202",
      hint: "Perhaps you meant to call the function library.slugs",
    });
    const several = await rig.client.rpc("pick", { a: 1 });
    expect({ status: several.status, code: several.error?.code }).toEqual({ status: 300, code: "PGRST203" });
  });

  test("gets the status and words that the function raises", async () => {
    const { status, error } = await rig.client.rpc("refuse");
    expect({ status, error }).toEqual({
      status: 418,
      error: { code: "PT418", message: "short and stout", details: "a teapot", hint: "try coffee" },
    });
  });
});
