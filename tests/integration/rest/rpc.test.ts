import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({
    claims: { sub: "ada", role: "reader" },
    extraSql: (role) => `
      create function library.asked(name text) returns text language sql stable as $$ select current_setting('request.' || name, true) $$;
      create function library.raised(message text, detail text) returns void language plpgsql stable as
        $$ begin raise sqlstate 'PGRST' using message = raised.message, detail = raised.detail; end $$;
      create function library.calm_all() returns setof library.members language sql volatile as $$ update library.members set mood = 'calm' returning * $$;
      create function library.calm_names() returns setof text language sql volatile as $$ update library.members set mood = 'calm' returning username $$;
      grant execute on function library.asked(text), library.raised(text, text), library.calm_all(), library.calm_names() to ${role}`,
  });
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

  test.each(
    ["limit=1", "offset=0", "limit=1&offset=1", "range", "open range"].flatMap((rows) =>
      ["GET", "HEAD", "POST"].map((method) => [method, rows] as const),
    ),
  )("gets one value, or nothing, by %s with %s, which is for sets", async (method, rows) => {
    const range = rows === "range" ? "1-5" : rows === "open range" ? "1-" : null;
    const ask = (name: string, given: string) =>
      rig.fetch(
        `/rpc/${name}?${[method === "POST" ? "" : given, range === null ? rows : ""].filter(Boolean).join("&")}`,
        {
          method,
          headers: {
            "accept-profile": "library",
            "content-profile": "library",
            "content-type": "application/json",
            ...(range !== null && { "range-unit": "items", range }),
          },
          ...(method === "POST" && { body: JSON.stringify(Object.fromEntries(new URLSearchParams(given))) }),
        },
      );
    expect(await ask("add", "a=1&b=2")).toMatchObject({ status: 200, body: method === "HEAD" ? null : 3 });
    expect(await ask("nothing", "")).toMatchObject({ status: 204, body: null });
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

  test("is refused when there is no such function, or when several fit", async () => {
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

describe("a caller of a function that returns one composite row", () => {
  test("gets null when a filter leaves nothing of it, and 406 only where one object was asked for", async () => {
    expect(await rig.client.rpc("one_member").select("username").eq("username", "nobody")).toMatchObject({
      data: null,
      error: null,
      status: 200,
    });
    expect(await rig.client.rpc("one_member", {}, { get: true }).eq("username", "ada").select("points")).toMatchObject({
      data: { points: 7 },
      status: 200,
    });
    const counted = await rig.client.rpc("one_member", {}, { count: "exact" }).eq("username", "nobody");
    expect(counted).toMatchObject({ data: null, count: 0, status: 200 });
    const single = await rig.client.rpc("one_member").eq("username", "nobody").single();
    expect({ status: single.status, code: single.error?.code }).toEqual({ status: 406, code: "PGRST116" });
    expect(await rig.client.rpc("one_member").eq("username", "nobody").maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
  });
});

describe("a caller who limits how many rows a function may touch", () => {
  const moods = async () =>
    (await rig.admin.query("select string_agg(mood::text, ',' order by username) as all from library.members")).rows[0]
      ?.all;

  test.each(["calm_all", "calm_names"])("is refused beyond that, and %s has written nothing", async (name) => {
    const before = await moods();
    expect(before).toContain("wild");
    const { status, error } = await rig.client.rpc(name).setHeader("Prefer", "handling=strict, max-affected=3");
    expect({ status, error }).toEqual({
      status: 400,
      error: {
        code: "PGRST124",
        message: "Query result exceeds max-affected preference constraint",
        details: "The query affects 4 rows",
        hint: null,
      },
    });
    expect(await moods()).toBe(before);
  });

  test("is refused by what the function touched, not by what a filter or limit left to see", async () => {
    const before = await moods();
    const { error } = await rig.client
      .rpc("calm_all")
      .select("username")
      .eq("username", "ada")
      .limit(1)
      .setHeader("Prefer", "handling=strict, max-affected=3");
    expect(error?.code).toBe("PGRST124");
    expect(await moods()).toBe(before);
  });

  test("gets the rows within it, and an error where a function returns no set", async () => {
    const { data, error } = await rig.client
      .rpc("rename", { who: "cy", to_mood: "calm" })
      .select("username")
      .setHeader("Prefer", "handling=strict, max-affected=1");
    expect({ data, error }).toEqual({ data: [{ username: "cy" }], error: null });
    const one = await rig.client.rpc("add", { a: 1 }).setHeader("Prefer", "handling=strict, max-affected=1");
    expect({ status: one.status, code: one.error?.code }).toEqual({ status: 400, code: "PGRST128" });
  });
});

describe("a function", () => {
  test("may write the whole refusal itself: status, headers and body", async () => {
    const message = JSON.stringify({
      code: "123",
      message: "Payment Required",
      details: "Quota exceeded",
      hint: "Pay",
    });
    const reply = await rig.fetch("/rpc/raised", {
      method: "POST",
      headers: { "content-profile": "library", "content-type": "application/json" },
      body: JSON.stringify({ message, detail: '{"status":402,"headers":{"X-Reason":"quota","Content-Length":"1"}}' }),
    });
    expect({ status: reply.status, reason: reply.headers.get("x-reason"), body: reply.body }).toEqual({
      status: 402,
      reason: "quota",
      body: { code: "123", message: "Payment Required", details: "Quota exceeded", hint: "Pay" },
    });
  });

  test.each([
    ["no JSON", "{}"],
    ['{"code":"1","message":"m"}', "no JSON"],
    ['{"code":"1","message":"m"}', '{"status":99}'],
    ['{"code":"1"}', '{"status":400}'],
    ['{"code":"1","message":"m"}', '{"status":400,"headers":{"x":"a\\r\\nset-cookie: b"}}'],
  ])("that writes it wrongly (%s, %s) is refused", async (message, detail) => {
    const { status, error } = await rig.client.rpc("raised", { message, detail });
    expect({ status, code: error?.code }).toEqual({ status: 500, code: "PGRST121" });
  });

  test("may ask for method, path, headers and claims of the request, and never sees the caller's credentials", async () => {
    const asked = async (name: string, get = false) => (await rig.client.rpc("asked", { name }, { get })).data;
    expect(await asked("method")).toBe("POST");
    expect(await asked("method", true)).toBe("GET");
    expect(await asked("path")).toBe("/rpc/asked");
    expect(JSON.parse(await asked("jwt.claims"))).toEqual({ sub: "ada", role: "reader" });
    const headers: unknown = JSON.parse(await asked("headers"));
    expect(headers).toMatchObject({
      "content-profile": "library",
      "x-client-info": expect.stringContaining("supabase-js"),
    });
    for (const secret of ["authorization", "apikey", "cookie"]) expect(headers).not.toHaveProperty(secret);
  });
});
