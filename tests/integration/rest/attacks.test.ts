import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

const LIBRARY = { "accept-profile": "library", "content-profile": "library" };
const JSON_BODY = { ...LIBRARY, "content-type": "application/json" };
const BUDGET = 60_000;
/** The shelf whose own column fails: an error there shows that more rows were built than the budget allows. */
const FAILING_SHELF = 40;

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({
    extraSql: (role) => `
      create table library.shelves (id int primary key, name text);
      create table library.volumes (id int primary key, shelf_id int references library.shelves, title text);
      create table library.pages (id int primary key, volume_id int references library.volumes, words text);
      insert into library.shelves select n, 'shelf ' || n from generate_series(1, 50) n;
      insert into library.volumes select n, 1 + n % 50, 'volume ' || n from generate_series(1, 500) n;
      insert into library.pages select n, 1 + n % 500, repeat('w', 100) from generate_series(1, 5000) n;
      create function library.fails(library.shelves) returns text language plpgsql stable as
        $$ begin if $1.id = ${FAILING_SHELF} then raise exception 'came too far'; end if; return 'x'; end $$;
      create function library.echo(letters int) returns text language sql stable as $$ select repeat('x', letters) $$;
      create function library.echoes(letters int, times int) returns setof text language sql stable rows 10 as
        $$ select repeat('x', letters) from generate_series(1, times) $$;
      create sequence library.calls;
      create function library.counted() returns bigint language sql volatile security definer as $$ select nextval('library.calls') $$;
      grant execute on function library.echo, library.echoes, library.counted to ${role};
      grant select, insert, update on library.shelves, library.volumes, library.pages to ${role};
      grant execute on function library.fails(library.shelves) to ${role}`,
    rest: { limits: { maxReplyBytes: BUDGET } },
  });
});
afterAll(() => rig.stop());

describe("embeds that turn round", () => {
  test("are refused, and the path is named", async () => {
    const { error, status } = await rig.client
      .from("members")
      .select("username, posts(id, members(username, posts(id)))");
    expect({ status, error }).toEqual({
      status: 400,
      error: {
        code: "PGRST127",
        message: "'members' cannot be embedded here: 'members' is already above it",
        details: "The path of embeds comes back to a relation that it has passed: 'members' → 'posts' → 'members'",
        hint: "Leave 'members' out here and read it in a call of its own.",
      },
    });
  });

  test.each([
    ["rooms", "posts(members(posts(id)))"],
    ["posts", "rooms(...posts(id))"],
    ["goods", "labels(goods(id))"],
    ["members", "member_posts(members(username))"],
    ["members", "posts!inner(member:members!inner(username))"],
    ["members", "friendships!first_user(second_user(username))"],
    ["folders", "folders(folders(name))"],
    ["folders", "up:parent_id(up:parent_id(name))"],
    ["folders", "folders(up:parent_id(name))"],
  ])("are refused from %s by %s", async (table, select) => {
    const { error, status } = await rig.client.from(table).select(select);
    expect({ status, code: error?.code }).toEqual({ status: 400, code: "PGRST127" });
  });

  test("are refused in the answer to a write and to a call, and nothing is written", async () => {
    const write = await rig.client.from("members").insert({ username: "eve" }).select("posts(members(username))");
    expect(write.error?.code).toBe("PGRST127");
    expect((await rig.admin.query("select from library.members where username = 'eve'")).rowCount).toBe(0);
    const call = await rig.client.rpc("find_members", { term: "a" }).select("posts(members(username))");
    expect(call.error?.code).toBe("PGRST127");
  });

  test("are something else than the same table beside itself, or one step of a table that refers to itself", async () => {
    const beside = await rig.client
      .from("friendships")
      .select("a:members!first_user(points), b:members!second_user(points)");
    expect(beside.error).toBeNull();
    const { data } = await rig.client
      .from("folders")
      .select("name, up:parent_id(name), folders(name)")
      .eq("id", 2)
      .single();
    expect(data).toEqual({ name: "child", up: { name: "root" }, folders: [{ name: "grandchild" }] });
  });
});

describe("a reply beyond its budget", () => {
  const TOO_LARGE = { status: 413, code: "PGRST127", message: `The reply would be larger than ${BUDGET} bytes` };
  const answer = ({ status, error }: { status: number; error: { code: string; message: string } | null }) => ({
    status,
    code: error?.code,
    message: error?.message,
  });

  test("is refused whatever it grows by: rows, embeds of any level, spreads, or one column again and again", async () => {
    expect(answer(await rig.client.from("pages").select().limit(1000))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.from("shelves").select("volumes(pages(words))"))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.from("shelves").select("id, ...volumes(title, pages(words))"))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.from("volumes").select("shelves(volumes:name), pages(words)"))).toEqual(TOO_LARGE);
    const again = Array.from({ length: 200 }, (_, n) => `c${n}:words`).join(",");
    expect(answer(await rig.client.from("pages").select(again).limit(50))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.from("pages").select().limit(1000).csv())).toEqual(TOO_LARGE);
  });

  test("is refused of a function's value and of a set of values too, and the function runs once", async () => {
    expect(answer(await rig.client.rpc("echo", { letters: BUDGET }))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.rpc("echo", { letters: BUDGET }, { get: true }))).toEqual(TOO_LARGE);
    expect(answer(await rig.client.rpc("echoes", { letters: 1000, times: BUDGET / 1000 }))).toEqual(TOO_LARGE);
    expect((await rig.client.rpc("echo", { letters: BUDGET - 2 })).data).toHaveLength(BUDGET - 2);
    expect((await rig.client.rpc("echoes", { letters: 10, times: 3 })).data).toHaveLength(3);
    expect((await rig.client.rpc("counted")).data).toBe(1);
    expect((await rig.client.rpc("counted")).data).toBe(2);
  });

  test("is not built to its end: what comes after the budget is not read", async () => {
    const far = await rig.client.from("shelves").select("fails").order("id");
    expect(far.error?.message).toBe("came too far");
    const stopped = await rig.client.from("shelves").select("fails, volumes(pages(words))").order("id");
    expect(answer(stopped)).toEqual(TOO_LARGE);
  });

  test("undoes the write that would have answered with it", async () => {
    const { status, error } = await rig.client
      .from("pages")
      .update({ words: "y".repeat(200) })
      .gt("id", 0)
      .select();
    expect(answer({ status, error })).toEqual(TOO_LARGE);
    expect((await rig.admin.query("select from library.pages where words like 'y%'")).rowCount).toBe(0);
    expect(
      (
        await rig.client
          .from("pages")
          .update({ words: "y".repeat(200) })
          .gt("id", 0)
      ).status,
    ).toBe(204);
    await rig.admin.query("update library.pages set words = repeat('w', 100)");
  });

  test("is a matter of the reply and not of the table: within the budget all of it comes", async () => {
    const { data, error } = await rig.client
      .from("shelves")
      .select("id, ...volumes(titles:title, pages(id))")
      .eq("id", 2);
    expect(error).toBeNull();
    expect(data?.[0]?.titles).toHaveLength(10);
    expect(data?.[0]?.pages.flat()).toHaveLength(100);
    const again = Array.from({ length: 200 }, (_, n) => `c${n}:id`).join(",");
    const wide = await rig.client.from("shelves").select(`${again}, volumes(${again})`).order("id").limit(1);
    expect(wide.data?.[0]).toMatchObject({
      c0: 1,
      c199: 1,
      volumes: expect.arrayContaining([expect.objectContaining({ c7: 50 })]),
    });
  });
});

const INHERITED = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

describe("a word that every object inherits", () => {
  test.each(INHERITED)("%s is an unknown preference, operator, direction, cast and kind of reply", async (word) => {
    const prefer = await rig.fetch("/goods?select=id", { headers: { ...LIBRARY, prefer: `${word}=x,${word}` } });
    expect(prefer.status).toBe(200);
    const strict = await rig.fetch("/goods", { headers: { ...LIBRARY, prefer: `handling=strict,${word}=exact` } });
    expect(strict).toMatchObject({ status: 400, body: { code: "PGRST122" } });
    for (const query of [
      `?id=${word}.1`,
      `?id=not.${word}.1`,
      `?id=is.${word}`,
      `?or=(id.${word}.1)`,
      `?order=id.${word}`,
      `?select=id::${word}`,
      `?select=id.${word}()`,
      `?name=fts(${word}).x`,
      `?name=eq(${word}).x`,
      `?limit=${word}`,
    ]) {
      const { status } = await rig.fetch(`/goods${query}`, { headers: LIBRARY });
      expect({ query, status }).toEqual({ query, status: 400 });
    }
    const kind = await rig.fetch("/goods", { headers: { ...LIBRARY, accept: `application/${word}` } });
    expect(kind.status).toBe(406);
    const profile = await rig.fetch("/goods", { headers: { "accept-profile": word } });
    expect(profile.status).toBe(406);
  });

  test.each(INHERITED)("%s is an unknown table, function, column, embed, hint and key", async (word) => {
    expect((await rig.fetch(`/${word}`, { headers: LIBRARY })).status).toBe(404);
    expect((await rig.fetch(`/rpc/${word}`, { headers: LIBRARY })).status).toBe(404);
    const calls = [
      rig.fetch(`/goods?select=${word}`, { headers: LIBRARY }),
      rig.fetch(`/goods?select=${word}(id)`, { headers: LIBRARY }),
      rig.fetch(`/posts?select=members!${word}(points)`, { headers: LIBRARY }),
      rig.fetch(`/goods?${word}=eq.1`, { headers: LIBRARY }),
      rig.fetch(`/goods?${word}.id=eq.1`, { headers: LIBRARY }),
      rig.fetch(`/goods?order=${word}`, { headers: LIBRARY }),
      rig.fetch(`/goods?columns=${word}`, { method: "POST", headers: JSON_BODY, body: '{"id":90,"name":"x"}' }),
      rig.fetch(`/goods?on_conflict=${word}`, { method: "POST", headers: JSON_BODY, body: '{"id":90,"name":"x"}' }),
      rig.fetch("/goods", { method: "POST", headers: JSON_BODY, body: `{"${word}":1}` }),
      rig.fetch("/goods?id=eq.1", { method: "PATCH", headers: JSON_BODY, body: `{"${word}":{"a":1}}` }),
      rig.fetch("/goods?id=eq.1", { method: "PUT", headers: JSON_BODY, body: `{"id":1,"${word}":1}` }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(400);
    const argument = await rig.fetch("/rpc/add", { method: "POST", headers: JSON_BODY, body: `{"a":1,"${word}":2}` });
    expect(argument.status).toBe(404);
    const whole = await rig.fetch("/rpc/keys_of", { method: "POST", headers: JSON_BODY, body: `{"${word}":2}` });
    expect(whole).toMatchObject({ status: 200, body: [word] });
    expect((await rig.admin.query("select from library.goods where id = 90")).rowCount).toBe(0);
  });
});

describe("JSON nested a hundred thousand deep", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);

  test.each([
    ["POST", "/goods", `[{"id":91,"name":${deep}}]`],
    ["PATCH", "/members?username=eq.ada", `{"data":${deep}}`],
    ["PUT", "/goods?id=eq.1", `{"id":1,"name":${deep}}`],
    ["POST", "/rpc/keys_of", `{"one":${deep}}`],
    ["POST", "/rpc/total", `{"list":${deep}}`],
    ["POST", "/goods", deep],
  ])("is refused as a body: %s %s", async (method, path, body) => {
    expect(await rig.fetch(path, { method, headers: JSON_BODY, body })).toMatchObject({
      status: 400,
      body: { code: "PGRST102", message: "The body nests JSON more than 32 deep" },
    });
  });

  test("is no error of the server in a filter either, as far as an address reaches", async () => {
    const brackets = "[".repeat(6_900) + "]".repeat(6_900);
    for (const filter of [`data=cs.${brackets}`, `data->a=eq.${brackets}`, `data=cs.${"[".repeat(14_000)}`])
      expect((await rig.fetch(`/members?${filter}`, { headers: LIBRARY })).status).toBeLessThan(500);
  });

  test("is the caller's error for a column that is an array, where PostgreSQL takes six dimensions", async () => {
    const list = `${"[".repeat(20)}${"]".repeat(20)}`;
    for (const [path, body] of [
      ["/members", `{"username":"deep","tags":${list}}`],
      ["/rpc/total", `{"list":${list}}`],
    ] as const)
      expect(await rig.fetch(path, { method: "POST", headers: JSON_BODY, body })).toMatchObject({
        status: 400,
        body: { code: "54000" },
      });
  });

  test("is distinguished from brackets in a text, which are welcome", async () => {
    const name = `${"[{".repeat(50)}\\"${"[".repeat(50)}`;
    const { status } = await rig.fetch("/goods", {
      method: "POST",
      headers: { ...JSON_BODY, prefer: "tx=rollback" },
      body: `{"id":92,"name":"${name}"}`,
    });
    expect(status).toBe(201);
  });
});
