import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest();
});
afterAll(() => rig.stop());

const names = (rows: readonly { username?: unknown }[] | null) => rows?.map((row) => row.username);

describe("a caller choosing columns", () => {
  test("gets every column in the table's order with *", async () => {
    const { data, error, status } = await rig.client.from("rooms").select().order("id").limit(1);
    expect({ data, error, status }).toEqual({
      data: [{ id: 1, slug: "public", data: null }],
      error: null,
      status: 200,
    });
  });

  test("renames, casts and reaches into JSON", async () => {
    const { data } = await rig.client
      .from("members")
      .select(
        "who:username, points::text, bar:data->foo->bar, data->foo->>baz, second:data->foo->list->1, last:data->foo->list->>-1",
      )
      .eq("username", "dag")
      .single();
    expect(data).toEqual({ who: "dag", points: "9", bar: { deep: 1 }, baz: "text", second: 20, last: "20" });
  });

  test("may name a column twice", async () => {
    const { data } = await rig.client.from("rooms").select("id, id").eq("id", 1).single();
    expect(data).toEqual({ id: 1 });
  });

  test("gets odd names of tables and columns by quoting them", async () => {
    const { data, error } = await rig.client
      .from('Weird "table"')
      .select('id, "Col, with comma", "dot.ted", "sp ace", renamed:"dot.ted", members(username)')
      .eq('"dot.ted"', "two")
      .order('"sp ace"');
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 1,
        "Col, with comma": "one",
        "dot.ted": "two",
        "sp ace": "three",
        renamed: "two",
        members: { username: "ada" },
      },
    ]);
  });

  test("gets computed columns when they are named, not with *", async () => {
    const { data } = await rig.client
      .from("members")
      .select("username, post_count")
      .order("post_count", { ascending: false })
      .limit(1);
    expect(data).toEqual([{ username: "ada", post_count: 3 }]);
    const all = await rig.client.from("members").select("*").eq("username", "ada").single();
    expect(all.data).not.toHaveProperty("post_count");
  });

  test("adds up, with the other columns as groups", async () => {
    const { data } = await rig.client
      .from("members")
      .select("mood, count(), points.sum(), most:points.max()")
      .order("mood");
    expect(data).toEqual([
      { mood: "calm", count: 3, sum: 19, most: 9 },
      { mood: "wild", count: 1, sum: 70, most: 70 },
    ]);
  });

  test("sees a partitioned table as one, and none of its partitions", async () => {
    const { data } = await rig.client.from("events").select("id, kind, rooms(slug)").order("id");
    expect(data).toEqual([
      { id: 1, kind: "login", rooms: { slug: "public" } },
      { id: 2, kind: "logout", rooms: { slug: "random" } },
    ]);
    const { error, status } = await rig.client.from("events_2024").select();
    expect({ status, code: error?.code }).toEqual({ status: 404, code: "PGRST205" });
  });

  test("is spared nulls, and gets CSV, when asking for that", async () => {
    const stripped = await rig.client.from("members").select("username, data, joined").order("username").stripNulls();
    expect(stripped.data?.[2]).toEqual({ username: "cy" });
    const csv = await rig.client
      .from("members")
      .select("username, tags, data")
      .in("username", ["bo", "dag"])
      .order("username")
      .csv();
    expect(csv.data).toBe(
      'username,tags,data\nbo,{b},\ndag,"{""x,y"",c}","{""foo"": {""bar"": {""deep"": 1}, ""baz"": ""text"", ""list"": [10, 20]}}"',
    );
  });
});

const who = () => rig.client.from("members").select("username").order("username");

describe("a caller filtering", () => {
  test.each([
    ["eq", () => who().eq("username", "ada"), ["ada"]],
    ["neq", () => who().neq("mood", "calm"), ["bo"]],
    ["gt and lte", () => who().gt("points", 3).lte("points", 9), ["ada", "dag"]],
    ["gte and lt", () => who().gte("points", 9).lt("points", 70), ["dag"]],
    ["like", () => who().like("username", "%a%"), ["ada", "dag"]],
    ["like with the star wildcard", () => who().filter("username", "like", "*ag"), ["dag"]],
    ["ilike", () => who().ilike("username", "%A_"), ["dag"]],
    ["likeAllOf", () => who().likeAllOf("username", ["%a%", "d%"]), ["dag"]],
    ["likeAnyOf", () => who().likeAnyOf("username", ["b%", "c%"]), ["bo", "cy"]],
    ["ilikeAnyOf", () => who().ilikeAnyOf("username", ["B%", "C%"]), ["bo", "cy"]],
    [
      "match and imatch",
      () => who().filter("username", "match", "^[ab]").filter("username", "imatch", "^[BC]"),
      ["bo"],
    ],
    ["eq(any)", () => who().filter("username", "eq(any)", "{ada,cy}"), ["ada", "cy"]],
    ["gt(all)", () => who().filter("points", "gt(all)", "{3,8}"), ["bo", "dag"]],
    ["is null", () => who().is("tags", null), ["cy"]],
    ["not is null", () => who().not("data", "is", null), ["dag"]],
    ["is not_null", () => who().filter("data", "is", "not_null"), ["dag"]],
    ["in", () => who().in("username", ["ada", "nobody"]), ["ada"]],
    ["not in", () => who().not("username", "in", "(ada,bo)"), ["cy", "dag"]],
    ["in nothing", () => who().in("username", []), []],
    ["isdistinct", () => who().filter("joined", "isdistinct", "2024-02-01"), ["bo", "cy", "dag"]],
    ["contains an array", () => who().contains("tags", ["b"]), ["ada", "bo"]],
    ["contains a value with a comma", () => who().contains("tags", '{"x,y"}'), ["dag"]],
    ["contained by", () => who().containedBy("tags", ["b", "z"]), ["bo"]],
    ["contains JSON", () => who().contains("data", { foo: { baz: "text" } }), ["dag"]],
    ["overlaps", () => who().overlaps("tags", ["a", "c"]), ["ada", "dag"]],
    ["ranges", () => who().rangeGt("age_range", "[2,25)"), ["bo", "cy"]],
    ["ranges left of", () => who().rangeLt("age_range", "[2,25)"), ["ada"]],
    ["ranges not left of", () => who().rangeGte("age_range", "[2,25)"), ["bo", "cy", "dag"]],
    ["ranges not right of", () => who().rangeLte("age_range", "[2,25)"), ["ada"]],
    ["adjacent ranges", () => who().rangeAdjacent("age_range", "[2,25)"), ["ada", "bo", "cy"]],
    ["text search", () => who().textSearch("phrase", "fat & cat"), ["ada"]],
    [
      "text search in a language, plain",
      () => who().textSearch("phrase", "bat rat", { config: "simple", type: "plain" }),
      ["cy"],
    ],
    ["web search", () => who().textSearch("phrase", "bat -rat", { config: "simple", type: "websearch" }), ["bo"]],
    [
      "text search of plain text",
      () => rig.client.from("posts").select("username").textSearch("body", "world", { config: "english" }),
      ["ada"],
    ],
    ["or", () => who().or("mood.eq.wild,username.eq.cy"), ["bo", "cy"]],
    ["or of and", () => who().or("and(points.gt.5,points.lt.8),not.and(mood.eq.calm,points.gt.0)"), ["ada", "bo"]],
    ["or with in and a quoted value", () => who().or('username.in.("ada","b\\"o"),tags.cs.{"x,y"}'), ["ada", "dag"]],
    ["JSON paths", () => who().eq("data->foo->>baz", "text"), ["dag"]],
    ["a JSON number", () => who().eq("data->foo->bar->deep", 1), ["dag"]],
    ["several of one column", () => who().gt("points", 3).lt("points", 70).neq("points", 7), ["dag"]],
    ["match({…})", () => who().match({ mood: "calm", points: 3 }), ["cy"]],
  ])("%s", async (_name, query, expected) => {
    const { data, error } = await query();
    expect({ names: names(data), error }).toEqual({ names: expected, error: null });
  });

  test("finds text with commas, quotes and brackets", async () => {
    const text = 'a, "quoted" (one)';
    expect((await rig.client.from("posts").select("id").eq("body", text)).data).toEqual([{ id: 2 }]);
    // The client quotes a value with a comma but does not escape quotes inside it.
    expect(
      (await rig.client.from("posts").select("id").filter("body", "in", '("a, \\"quoted\\" (one)",third)')).data,
    ).toEqual([{ id: 2 }, { id: 3 }]);
    expect((await rig.client.from("goods").select("id").in("name", ["a, b", "(phone)", "phone"])).data).toEqual([
      { id: 2 },
    ]);
    expect((await rig.client.from("posts").select("id").or('body.eq."a, \\"quoted\\" (one)",id.eq.3')).data).toEqual([
      { id: 2 },
      { id: 3 },
    ]);
  });

  test("reads not.or from the URL", async () => {
    const { body } = await rig.fetch("/members?select=username&order=username&not.or=(mood.eq.wild,points.lt.5)", {
      headers: { "accept-profile": "library" },
    });
    expect(body).toEqual([{ username: "ada" }, { username: "dag" }]);
  });
});

describe("a caller paging", () => {
  test("orders by several columns and says where nulls go", async () => {
    const { data } = await rig.client
      .from("members")
      .select("username")
      .order("joined", { ascending: false, nullsFirst: false })
      .order("username");
    expect(names(data)).toEqual(["bo", "ada", "dag", "cy"]);
    const first = await rig.client.from("members").select("username").order("joined", { nullsFirst: true }).limit(1);
    expect(names(first.data)).toEqual(["cy"]);
  });

  test("orders by a JSON value and by a to-one embed", async () => {
    const json = await rig.client
      .from("members")
      .select("username")
      .order("data->foo->>baz", { nullsFirst: false })
      .limit(1);
    expect(names(json.data)).toEqual(["dag"]);
    const related = await rig.client.from("posts").select("id, rooms(slug)").order("rooms(slug)").order("id");
    expect(related.data?.map((row) => row.id)).toEqual([3, 4, 1, 2]);
  });

  test("gets a page with its total", async () => {
    const { data, count, status } = await rig.client
      .from("members")
      .select("username", { count: "exact" })
      .order("username")
      .range(1, 2);
    expect({ names: names(data), count, status }).toEqual({ names: ["bo", "cy"], count: 4, status: 206 });
  });

  test("gets 200 and the total when the page holds everything", async () => {
    const { count, status } = await rig.client.from("members").select("*", { count: "exact" });
    expect({ count, status }).toEqual({ count: 4, status: 200 });
  });

  test("counts without rows", async () => {
    const { data, count, status } = await rig.client
      .from("members")
      .select("*", { count: "exact", head: true })
      .eq("mood", "calm");
    expect({ data, count, status }).toEqual({ data: null, count: 3, status: 200 });
  });

  test("gets planned and estimated counts", async () => {
    await rig.admin.query("analyze library.members");
    const planned = await rig.client.from("members").select("*", { count: "planned", head: true });
    expect(planned.count).toBe(4);
    const estimated = await rig.client.from("members").select("*", { count: "estimated" }).like("username", "%a%");
    expect(estimated.count).toBe(2);
  });

  test("asks with the Range header too", async () => {
    const { body, status, headers } = await rig.fetch("/members?select=username&order=username", {
      headers: { "accept-profile": "library", "range-unit": "items", range: "1-2", prefer: "count=exact" },
    });
    expect({ body, status, range: headers.get("content-range") }).toEqual({
      body: [{ username: "bo" }, { username: "cy" }],
      status: 206,
      range: "1-2/4",
    });
  });

  test("gets 416 past the end and for a backward range", async () => {
    const past = await rig.client.from("members").select("*", { count: "exact" }).range(10, 20);
    expect({ status: past.status, error: past.error }).toEqual({
      status: 416,
      error: expect.objectContaining({
        code: "PGRST103",
        details: "An offset of 10 was requested, but there are only 4 rows.",
      }),
    });
    const backward = await rig.fetch("/members", { headers: { range: "5-2" } });
    expect(backward.status).toBe(416);
  });

  test("gets one object, or 406 when there is not one", async () => {
    const one = await rig.client.from("members").select("username").eq("username", "ada").single();
    expect(one.data).toEqual({ username: "ada" });
    const many = await rig.client.from("members").select().single();
    expect({ status: many.status, error: many.error }).toEqual({
      status: 406,
      error: expect.objectContaining({ code: "PGRST116", details: "The result contains 4 rows" }),
    });
    const none = await rig.client.from("members").select().eq("username", "nobody").maybeSingle();
    expect({ data: none.data, error: none.error, status: none.status }).toEqual({
      data: null,
      error: null,
      status: 200,
    });
  });
});

describe("a caller of a server that allows two rows", () => {
  let small: RestRig;
  beforeAll(async () => {
    small = await startRest({
      rest: {
        limits: { maxRows: 2, maxEmbedDepth: 2, maxEmbeds: 3, maxConditions: 3, maxColumns: 20, maxUrlBytes: 900 },
      },
    });
  });
  afterAll(() => small.stop());

  test("never gets more, whatever the limit asked for", async () => {
    const { data } = await small.client.from("members").select("username").order("username").limit(50);
    expect(names(data)).toEqual(["ada", "bo"]);
    const all = await small.client.from("members").select("username", { count: "exact" });
    expect({ rows: all.data?.length, count: all.count, status: all.status }).toEqual({
      rows: 2,
      count: 4,
      status: 206,
    });
    const nested = await small.client.from("members").select("posts(id)").eq("username", "ada").single();
    expect(nested.data?.posts).toHaveLength(2);
  });

  test("gets an estimate that goes on counting beyond that", async () => {
    await small.admin.query("analyze library.members");
    const { count } = await small.client.from("members").select("*", { count: "estimated" });
    expect(count).toBe(4);
  });

  test("is refused embeds too deep or too many, too many conditions or columns, and too long a URL", async () => {
    const deep = await small.client.from("members").select("posts(rooms(room_details(id)))");
    expect(deep.error?.message).toBe("embeds nested more than 2 deep");
    const many = await small.client.from("members").select("a:posts(id), b:posts(id), c:posts(id), d:posts(id)");
    expect(many.error?.message).toBe("more than 3 embeds in one request");
    const conditions = await small.client.from("members").select().or("points.eq.1,points.eq.2,points.eq.3");
    expect(conditions.error?.message).toBe("more than 3 conditions in one request");
    const columns = await small.client.from("members").select(Array.from({ length: 21 }, () => "points").join(","));
    expect(columns.error?.message).toBe("more than 20 columns in one request");
    const stars = await small.client.from("members").select("*,*,*");
    expect(stars.error?.message).toBe("more than 20 columns in one request");
    const long = await small.client
      .from("members")
      .select()
      .in(
        "username",
        Array.from({ length: 200 }, (_, n) => `name${n}`),
      );
    expect(long.status).toBe(414);
  });
});
