import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest();
});
afterAll(() => rig.stop());

describe("a caller embedding", () => {
  // Covers: 7.6
  test("gets the row referred to as an object and the rows referring as a list, several levels deep", async () => {
    const { data, error } = await rig.client
      .from("members")
      .select("username, posts(id, rooms(slug, room_details(details)))")
      .order("username")
      .limit(2);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        username: "ada",
        posts: [
          { id: 1, rooms: { slug: "public", room_details: { details: "the hall" } } },
          { id: 2, rooms: { slug: "random", room_details: { details: "the attic" } } },
          { id: 3, rooms: { slug: "other", room_details: null } },
        ],
      },
      { username: "bo", posts: [{ id: 4, rooms: { slug: "other", room_details: null } }] },
    ]);
  });

  test("gets null for no row and [] for no rows", async () => {
    const { data } = await rig.client.from("sensors").select("id, sites(name)").eq("id", 4).single();
    expect(data).toEqual({ id: 4, sites: null });
    const none = await rig.client.from("members").select("posts(id)").eq("username", "cy").single();
    expect(none.data).toEqual({ posts: [] });
  });

  test("joins composite keys", async () => {
    const { data } = await rig.client.from("sites").select("name, sensors(id)").order("org").order("code");
    expect(data).toEqual([
      { name: "north", sensors: [{ id: 1 }, { id: 2 }] },
      { name: "south", sensors: [] },
      { name: "other north", sensors: [{ id: 3 }] },
    ]);
    const hinted = await rig.client.from("sensors").select("sites!code(name)").eq("id", 3).single();
    expect(hinted.data).toEqual({ sites: { name: "other north" } });
  });

  test("goes through a join table, and may name it", async () => {
    const { data } = await rig.client
      .from("goods")
      .select("name, labels(name)")
      .order("id")
      .order("name", { referencedTable: "labels" });
    expect(data?.[0]).toEqual({ name: "laptop", labels: [{ name: "computers" }, { name: "electronics" }] });
    const joins = await rig.client.from("goods").select("good_labels(label_id)").eq("id", 3).single();
    expect(joins.data).toEqual({ good_labels: [{ label_id: 1 }, { label_id: 3 }] });
    const hinted = await rig.client.from("labels").select("goods!good_labels(name)").eq("id", 3).single();
    expect(hinted.data).toEqual({ goods: [{ name: "headset" }] });
  });

  test("distinguishes the two directions of a table that refers to itself", async () => {
    const { data } = await rig.client
      .from("folders")
      .select("name, folders(name), up:parent_id(name), down:folders!parent_id(name)")
      .eq("id", 2)
      .single();
    expect(data).toEqual({
      name: "child",
      folders: [{ name: "grandchild" }],
      up: { name: "root" },
      down: [{ name: "grandchild" }],
    });
  });

  test("is refused when there are several ways, and takes one by constraint or column", async () => {
    const { error, status } = await rig.client.from("friendships").select("members(username)");
    expect({ status, error }).toEqual({
      status: 300,
      error: {
        code: "PGRST201",
        message: "Could not embed because more than one relationship was found for 'friendships' and 'members'",
        details: [
          {
            cardinality: "many-to-one",
            embedding: "friendships with members",
            relationship: "friendships_first_user_fkey using friendships(first_user) and members(username)",
          },
          {
            cardinality: "many-to-one",
            embedding: "friendships with members",
            relationship: "friendships_second_user_fkey using friendships(second_user) and members(username)",
          },
        ],
        hint: "Try changing 'members' to one of the following: 'members!friendships_first_user_fkey', 'members!friendships_second_user_fkey'. Find the desired relationship in the 'details' key.",
      },
    });
    const { data } = await rig.client
      .from("friendships")
      .select(
        "a:members!friendships_first_user_fkey(username), b:members!second_user(username), first_user(points), c:friendships_second_user_fkey(points)",
      )
      .eq("id", 1)
      .single();
    expect(data).toEqual({
      a: { username: "ada" },
      b: { username: "bo" },
      first_user: { points: 7 },
      c: { points: 70 },
    });
  });

  test("is refused when there is no way, with the nearest name", async () => {
    const { error, status } = await rig.client.from("members").select("post(id)");
    expect({ status, error }).toEqual({
      status: 400,
      error: {
        code: "PGRST200",
        message: "Could not find a relationship between 'members' and 'post' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'members' and 'post' in the schema 'library', but no matches were found.",
        hint: "Perhaps you meant 'posts' instead of 'post'.",
      },
    });
  });

  test("cannot embed one relation twice under one name", async () => {
    const { error } = await rig.client
      .from("friendships")
      .select("members!first_user(username), members!second_user(username)");
    expect(error?.code).toBe("42712");
  });

  test("filters, orders and cuts what is embedded without losing the parent", async () => {
    const { data } = await rig.client
      .from("members")
      .select("username, posts(id)")
      .order("username")
      .neq("posts.id", 2)
      .order("id", { referencedTable: "posts", ascending: false })
      .limit(1, { referencedTable: "posts" });
    expect(data).toEqual([
      { username: "ada", posts: [{ id: 3 }] },
      { username: "bo", posts: [{ id: 4 }] },
      { username: "cy", posts: [] },
      { username: "dag", posts: [] },
    ]);
  });

  test("combines conditions on what is embedded with or", async () => {
    const { data } = await rig.client
      .from("members")
      .select("posts(id)")
      .or("room_id.eq.1,and(body.like.*ird,id.gt.1)", { referencedTable: "posts" })
      .eq("username", "ada");
    expect(data).toEqual([{ posts: [{ id: 1 }, { id: 3 }] }]);
  });

  test("keeps only parents that have rows with !inner, also in the count", async () => {
    const { data, count } = await rig.client
      .from("members")
      .select("username, posts!inner(rooms!inner(slug))", { count: "exact" })
      .eq("posts.rooms.slug", "random");
    expect({ data, count }).toEqual({ data: [{ username: "ada", posts: [{ rooms: { slug: "random" } }] }], count: 1 });
    const left = await rig.client.from("members").select("username, posts!left(id)", { count: "exact" }).limit(1);
    expect(left.count).toBe(4);
  });

  test("asks for parents without rows, and joins without showing", async () => {
    const without = await rig.client.from("members").select("username, posts()").is("posts", null).order("username");
    expect(without.data).toEqual([{ username: "cy" }, { username: "dag" }]);
    const having = await rig.client
      .from("members")
      .select("username, posts(), friendships!first_user()")
      .or("posts.not.is.null,username.eq.cy")
      .order("username");
    expect(having.data).toEqual([{ username: "ada" }, { username: "bo" }, { username: "cy" }]);
    const shown = await rig.client.from("members").select("username, posts!inner()").order("username");
    expect(shown.data).toEqual([{ username: "ada" }, { username: "bo" }]);
  });

  test("spreads a row into its parent, and rows into lists", async () => {
    const one = await rig.client
      .from("posts")
      .select("id, ...rooms(room:slug, ...room_details(details))")
      .order("id")
      .limit(2);
    expect(one.data).toEqual([
      { id: 1, room: "public", details: "the hall" },
      { id: 2, room: "random", details: "the attic" },
    ]);
    const many = await rig.client
      .from("members")
      .select("username, ...posts(ids:id, bodies:body)")
      .order("username")
      .in("username", ["bo", "cy"]);
    expect(many.data).toEqual([
      { username: "bo", ids: [4], bodies: ["from bo"] },
      { username: "cy", ids: [], bodies: [] },
    ]);
    const nested = await rig.client.from("posts").select("rooms(id, ...room_details(*))").eq("id", 3).single();
    expect(nested.data).toEqual({ rooms: { id: null, details: null } });
  });

  test("counts what is embedded", async () => {
    const { data } = await rig.client.from("members").select("username, posts(count())").order("username").limit(2);
    expect(data).toEqual([
      { username: "ada", posts: [{ count: 3 }] },
      { username: "bo", posts: [{ count: 1 }] },
    ]);
    const old = await rig.client.from("members").select("posts(count)").eq("username", "ada").single();
    expect(old.data).toEqual({ posts: [{ count: 3 }] });
    const grouped = await rig.client.from("posts").select("count(), rooms(slug)").order("count()").limit(5);
    expect(grouped.error?.code).toBe("PGRST100");
    const plain = await rig.client.from("posts").select("written:count(), rooms(slug)");
    expect(plain.data?.map((row) => JSON.stringify(row)).sort()).toEqual([
      '{"written":1,"rooms":{"slug":"public"}}',
      '{"written":1,"rooms":{"slug":"random"}}',
      '{"written":2,"rooms":{"slug":"other"}}',
    ]);
  });
});

describe("a caller of views and functions of a row", () => {
  test("embeds through views whose columns come straight from a table", async () => {
    const { data } = await rig.client.from("wild_members").select("username, posts(id)");
    expect(data).toEqual([{ username: "bo", posts: [{ id: 4 }] }]);
    const renamed = await rig.client
      .from("room_posts")
      .select("loud, rooms(slug), members(points)")
      .eq("id", 1)
      .single();
    expect(renamed.data).toEqual({ loud: "HELLO WORLD", rooms: { slug: "public" }, members: { points: 7 } });
    const back = await rig.client.from("rooms").select("slug, room_posts(id, author)").eq("id", 1).single();
    expect(back.data).toEqual({ slug: "public", room_posts: [{ id: 1, author: "ada" }] });
    const twice = await rig.client.from("wild_names").select("name, posts(body)");
    expect(twice.data).toEqual([{ name: "bo", posts: [{ body: "from bo" }] }]);
  });

  test("gets one row of a view that shows the row referred to several times", async () => {
    const { data } = await rig.client.from("posts").select("id, room_visits(room)").eq("id", 1).single();
    expect(data).toEqual({ id: 1, room_visits: { room: 1 } });
  });

  test("cannot embed from a union, which has no one table behind it", async () => {
    const { error } = await rig.client.from("all_names").select("name, posts(id)");
    expect(error?.code).toBe("PGRST200");
  });

  test("embeds by a relation that the view's comment declares, both ways", async () => {
    const { data } = await rig.client
      .from("members")
      .select("username, member_stats(posts)")
      .order("username")
      .limit(3);
    expect(data).toEqual([
      { username: "ada", member_stats: { posts: 3 } },
      { username: "bo", member_stats: { posts: 1 } },
      { username: "cy", member_stats: null },
    ]);
    const back = await rig.client.from("member_stats").select("posts, members(mood)").eq("who", "bo").single();
    expect(back.data).toEqual({ posts: 1, members: { mood: "wild" } });
  });

  test("embeds what a function of the row returns", async () => {
    const { data } = await rig.client
      .from("members")
      .select("username, member_posts(id), first_post(body, rooms(slug))")
      .order("username")
      .limit(3);
    expect(data).toEqual([
      {
        username: "ada",
        member_posts: [{ id: 1 }, { id: 2 }, { id: 3 }],
        first_post: { body: "hello world", rooms: { slug: "public" } },
      },
      { username: "bo", member_posts: [{ id: 4 }], first_post: { body: "from bo", rooms: { slug: "other" } } },
      { username: "cy", member_posts: [], first_post: null },
    ]);
  });
});
