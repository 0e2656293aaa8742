import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await rig.admin.query(
    "delete from library.goods where id > 3; update library.goods set name = 'laptop', price = 999.99 where id = 1",
  );
});

const put = (path: string, row: unknown, prefer = "return=representation") =>
  rig.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json", "content-profile": "library", prefer },
    body: JSON.stringify(row),
  });

const goods = async () =>
  (await rig.admin.query("select id, name, price::float from library.goods where id > 3 order by id")).rows;

describe("a caller inserting", () => {
  test("gets 201 and no body, or the rows with what belongs to them", async () => {
    const silent = await rig.client.from("goods").insert({ id: 4, name: "cable", price: 1.5 });
    expect(silent).toMatchObject({ data: null, error: null, status: 201 });
    const { data, status } = await rig.client
      .from("posts")
      .insert({ body: "new", username: "cy", room_id: 1 })
      .select("body, members(points), rooms(slug), data:body::text");
    expect({ data, status }).toEqual({
      data: [{ body: "new", members: { points: 3 }, rooms: { slug: "public" }, data: "new" }],
      status: 201,
    });
    await rig.admin.query("delete from library.posts where body = 'new'");
  });

  test("writes only the columns in the body, so that defaults apply", async () => {
    const { data } = await rig.client.from("members").insert({ username: "eve" }).select().single();
    expect(data).toMatchObject({ username: "eve", mood: "calm", points: 7, tags: null });
    await rig.client.from("members").delete().eq("username", "eve");
  });

  test("writes many rows, arrays, ranges, JSON and dates at once", async () => {
    const rows = [
      {
        username: "f1",
        tags: ["x", 'a "b", c'],
        age_range: "[1,5)",
        data: { deep: [1, { two: null }] },
        joined: "2024-12-31",
        mood: "wild",
      },
      { username: "f2", tags: null, age_range: null, data: [1], joined: null, mood: "calm" },
    ];
    const { data, error, count } = await rig.client
      .from("members")
      .insert(rows, { count: "exact" })
      .select("username, tags, age_range, data, joined, mood");
    expect({ data, error, count }).toEqual({ data: rows, error: null, count: 2 });
    await rig.client.from("members").delete().in("username", ["f1", "f2"]);
  });

  test("keeps every digit of a big number", async () => {
    const { body } = await rig.fetch("/rooms?select=id,data", {
      method: "POST",
      headers: { "content-type": "application/json", "content-profile": "library", prefer: "return=representation" },
      body: '{"id": 9007199254740993, "data": {"n": 12345678901234567890}}',
    });
    expect(JSON.stringify(body)).toContain("9007199254740");
    const { rows } = await rig.admin.query("select id::text, data ->> 'n' as n from library.rooms where id > 100");
    expect(rows).toEqual([{ id: "9007199254740993", n: "12345678901234567890" }]);
    await rig.admin.query("delete from library.rooms where id > 100");
  });

  test("fills missing keys of a batch with null, or with defaults when asked", async () => {
    const nulls = await rig.client.from("members").insert([
      { username: "g1", mood: "wild" },
      { username: "g2", points: 1 },
    ]);
    expect(nulls.error?.code).toBe("23502");
    const { data } = await rig.client
      .from("members")
      .insert(
        [
          { username: "g1", mood: "wild" },
          { username: "g2", points: 1 },
        ],
        { defaultToNull: false },
      )
      .select("username, mood, points");
    expect(data).toEqual([
      { username: "g1", mood: "wild", points: 7 },
      { username: "g2", mood: "calm", points: 1 },
    ]);
    await rig.client.from("members").delete().in("username", ["g1", "g2"]);
    const identity = await rig.client
      .from("rooms")
      .insert([{ id: 50 }, { slug: "made" }], { defaultToNull: false })
      .select("id, slug")
      .rollback();
    expect(identity.data).toEqual([
      { id: 50, slug: null },
      { id: expect.any(Number), slug: "made" },
    ]);
  });

  test("refuses a batch whose rows differ when it does not say which columns it means", async () => {
    const { body, status } = await rig.fetch("/goods", {
      method: "POST",
      headers: { "content-type": "application/json", "content-profile": "library" },
      body: '[{"id": 4, "name": "a"}, {"id": 5}]',
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: "PGRST102", message: "All object keys must match" },
    });
    expect(await goods()).toEqual([]);
  });

  test("inserts nothing from an empty list and a row of defaults from an empty object", async () => {
    const none = await rig.client.from("goods").insert([]).select();
    expect(none).toMatchObject({ data: [], status: 201 });
    const empty = await rig.client.from("rooms").insert({}).select("slug").rollback();
    expect(empty).toMatchObject({ data: [{ slug: null }], status: 201 });
  });

  test("gets a Location when asking for headers only", async () => {
    const { status, headers, body } = await rig.fetch("/goods", {
      method: "POST",
      headers: { "content-type": "application/json", "content-profile": "library", prefer: "return=headers-only" },
      body: '{"id": 4, "name": "cable"}',
    });
    expect({ status, body, location: headers.get("location") }).toEqual({
      status: 201,
      body: null,
      location: "/goods?id=eq.4",
    });
  });

  test("gets 409 for a key that exists or a reference that does not, 400 for a broken rule", async () => {
    const taken = await rig.client.from("goods").insert({ id: 1, name: "again" });
    expect({ status: taken.status, error: taken.error }).toEqual({
      status: 409,
      error: {
        code: "23505",
        message: 'duplicate key value violates unique constraint "goods_pkey"',
        details: "Key (id)=(1) already exists.",
        hint: null,
      },
    });
    const dangling = await rig.client.from("posts").insert({ body: "x", username: "nobody", room_id: 1 });
    expect({ status: dangling.status, code: dangling.error?.code }).toEqual({ status: 409, code: "23503" });
    const rule = await rig.client.from("members").insert({ username: "h", points: 1000 });
    expect({ status: rule.status, code: rule.error?.code }).toEqual({ status: 400, code: "23514" });
    const type = await rig.client.from("goods").insert({ id: "four", name: "x" });
    expect({ status: type.status, code: type.error?.code }).toEqual({ status: 400, code: "22P02" });
  });

  test("gets an error for a column that the table does not have", async () => {
    const { error, status } = await rig.client.from("goods").insert({ id: 4, colour: "red" });
    expect({ status, error }).toEqual({
      status: 400,
      error: {
        code: "PGRST204",
        message: "Could not find the 'colour' column of 'goods' in the schema cache",
        details: null,
        hint: null,
      },
    });
  });
});

describe("a caller upserting", () => {
  test("changes rows that exist, adds those that do not, and learns which by the status", async () => {
    const changed = await rig.client.from("goods").upsert({ id: 1, name: "notebook" }).select("id, name, price");
    expect(changed).toMatchObject({ data: [{ id: 1, name: "notebook", price: 999.99 }], status: 200 });
    const both = await rig.client
      .from("goods")
      .upsert(
        [
          { id: 1, name: "laptop" },
          { id: 4, name: "cable" },
        ],
        { count: "exact" },
      )
      .select("id");
    expect(both).toMatchObject({ data: [{ id: 1 }, { id: 4 }], status: 201, count: 2 });
  });

  test("takes the conflict on other columns, or leaves what exists alone", async () => {
    const merged = await rig.client
      .from("rooms")
      .upsert({ slug: "public", data: { a: 1 } }, { onConflict: "slug" })
      .select("id, data");
    expect(merged.data).toEqual([{ id: 1, data: { a: 1 } }]);
    const ignored = await rig.client
      .from("rooms")
      .upsert({ slug: "public", data: null }, { onConflict: "slug", ignoreDuplicates: true })
      .select();
    expect(ignored).toMatchObject({ data: [], status: 201 });
    const keyOnly = await rig.client.from("good_labels").upsert({ good_id: 1, label_id: 1 }).select();
    expect(keyOnly).toMatchObject({ data: [{ good_id: 1, label_id: 1 }], status: 200 });
    await rig.admin.query("update library.rooms set data = null");
  });

  test("gets an error for conflict columns without a key or that are unknown", async () => {
    const noKey = await rig.client.from("goods").upsert({ id: 1, name: "x" }, { onConflict: "name" });
    expect(noKey.error?.code).toBe("42P10");
    const unknown = await rig.client.from("goods").upsert({ id: 1, name: "x" }, { onConflict: "nonsense" });
    expect(unknown.error?.code).toBe("42703");
  });

  test("puts one row by its key", async () => {
    expect(await put("/goods?id=eq.4", { id: 4, name: "cable", price: 2 })).toMatchObject({
      status: 201,
      body: [{ id: 4, name: "cable", price: 2 }],
    });
    expect(await put("/goods?id=eq.4", { id: 4, name: "cord", price: 3 })).toMatchObject({
      status: 200,
      body: [{ name: "cord" }],
    });
    expect(await put("/goods?id=eq.4", { id: 4, name: "wire", price: 3 }, "")).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await put("/goods?id=eq.5", { id: 4, name: "cable" })).toMatchObject({
      status: 400,
      body: { code: "PGRST115" },
    });
    expect(await put("/goods?name=eq.x", { id: 4, name: "cable" })).toMatchObject({
      status: 405,
      body: { code: "PGRST105" },
    });
    expect(await goods()).toEqual([{ id: 4, name: "wire", price: 3 }]);
  });
});

describe("a caller changing and deleting", () => {
  test("changes the filtered rows and gets them back", async () => {
    const silent = await rig.client.from("goods").update({ name: "notebook" }).eq("id", 1);
    expect(silent).toMatchObject({ data: null, error: null, status: 204 });
    const { data, count, status } = await rig.client
      .from("goods")
      .update({ price: 5 }, { count: "exact" })
      .eq("id", 1)
      .select("name, price, labels(name)")
      .single();
    expect({ data, count, status }).toEqual({
      data: { name: "notebook", price: 5, labels: [{ name: "electronics" }, { name: "computers" }] },
      count: 1,
      status: 200,
    });
  });

  test("changes nothing with no match, or with an empty body", async () => {
    const none = await rig.client.from("goods").update({ name: "x" }).eq("id", 99).select();
    expect(none).toMatchObject({ data: [], status: 200 });
    const empty = await rig.client.from("goods").update({}).eq("id", 1).select();
    expect(empty).toMatchObject({ data: [], status: 200 });
  });

  test("sets null, and filters the change by an embed", async () => {
    const { data } = await rig.client.from("goods").update({ price: null }).eq("id", 1).select("price");
    expect(data).toEqual([{ price: null }]);
    const related = await rig.client
      .from("members")
      .update({ points: 8 })
      .eq("username", "ada")
      .select("username, posts!inner(id)")
      .eq("posts.id", 1);
    expect(related.data).toEqual([{ username: "ada", posts: [{ id: 1 }] }]);
    await rig.admin.query("update library.members set points = 7 where username = 'ada'");
  });

  test("deletes the filtered rows and gets them back", async () => {
    await rig.client.from("goods").insert([
      { id: 4, name: "a" },
      { id: 5, name: "b" },
    ]);
    const { data, status, count } = await rig.client
      .from("goods")
      .delete({ count: "exact" })
      .gt("id", 3)
      .select("id")
      .order("id", { ascending: false });
    expect({ data, status, count }).toEqual({ data: [{ id: 5 }, { id: 4 }], status: 200, count: 2 });
    const silent = await rig.client.from("goods").delete().eq("id", 99);
    expect(silent).toMatchObject({ data: null, status: 204 });
  });

  test("cannot change or delete without a filter, nor with a limit", async () => {
    const all = await rig.client.from("goods").delete();
    expect({ status: all.status, code: all.error?.code }).toEqual({ status: 400, code: "21000" });
    const every = await rig.client.from("goods").update({ name: "x" });
    expect(every.error?.code).toBe("21000");
    const limited = await rig.client.from("goods").delete().gt("id", 0).limit(1);
    expect(limited.error?.code).toBe("PGRST127");
    expect((await rig.admin.query("select count(*)::int as n from library.goods")).rows).toEqual([{ n: 3 }]);
  });

  test("loses nothing when the answer is 406 or the change is larger than allowed", async () => {
    const two = await rig.client.from("goods").update({ price: 1 }).in("id", [1, 2]).select().single();
    expect({ status: two.status, code: two.error?.code }).toEqual({ status: 406, code: "PGRST116" });
    const more = await rig.client
      .from("goods")
      .update({ price: 1 })
      .in("id", [1, 2])
      .setHeader("Prefer", "handling=strict, max-affected=1");
    expect({ status: more.status, code: more.error?.code }).toEqual({ status: 400, code: "PGRST124" });
    expect((await rig.admin.query("select price::float from library.goods where id = 1")).rows).toEqual([
      { price: 999.99 },
    ]);
  });

  test("tries a write out and takes it back", async () => {
    const { data } = await rig.client.from("folders").delete().eq("id", 4).select("name").rollback();
    expect(data).toEqual([{ name: "grandchild" }]);
    expect((await rig.admin.query("select name from library.folders where id = 4")).rows).toEqual([
      { name: "grandchild" },
    ]);
    const free = await rig.client
      .from("members")
      .update({ points: 1 })
      .eq("username", "ada")
      .select("points")
      .rollback()
      .single();
    expect(free.data).toEqual({ points: 1 });
    expect((await rig.admin.query("select points from library.members where username = 'ada'")).rows).toEqual([
      { points: 7 },
    ]);
  });

  test("writes through a simple view", async () => {
    const { data } = await rig.client
      .from("wild_members")
      .update({ points: 71 })
      .eq("username", "bo")
      .select("username, points, posts(id)");
    expect(data).toEqual([{ username: "bo", points: 71, posts: [{ id: 4 }] }]);
  });
});
