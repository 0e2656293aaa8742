// Requests that scripts send without the client: PostgREST's answers, or a refusal with a code.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RestRig, startRest } from "./rest-rig.ts";

const extraSql = (role: string) => `
  create table library.items (id int primary key, name text, data jsonb);
  insert into library.items select n, 'item ' || n, jsonb_build_object('n', n, 'at', jsonb_build_object('x', n)) from generate_series(1, 15) n;
  create table library.parts (id int primary key, item_id int references library.items on delete cascade, code char(3));
  insert into library.parts values (1, 1, 'abc'), (2, 3, 'xyz');
  create table library.sets (id int primary key default 7, name text default 'made', item_id int references library.items, flags bit(3));
  create function library.is_first(library.items) returns boolean language sql immutable as 'select $1.id = 1';
  create function library.repeat_char(char_ char(4), bits bit(5), list char(2)[] default null) returns text language sql immutable as $$ select char_ || bits || coalesce(array_to_string(list, '+'), '') $$;
  create function library.item_names() returns setof text language sql stable as 'select name from library.items order by id';
  create function library.pick(a int, b int) returns text language sql immutable as $$ select 'two' $$;
  create function library.choose(a int, b int default 1) returns text language sql immutable as $$ select 'int' $$;
  create function library.choose(a text) returns text language sql immutable as $$ select 'text' $$;
  create function library.choose(a bigint) returns text language sql immutable as $$ select 'bigint' $$;
  grant select, insert, update, delete on library.items, library.parts, library.sets to ${role};
  grant execute on all functions in schema library to ${role};`;

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({ extraSql });
});
afterAll(() => rig.stop());

const send = (method: string, path: string, body: unknown, prefer = "") =>
  rig.fetch(path, {
    method,
    headers: { "content-type": "application/json", prefer: `tx=rollback, ${prefer}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Conditions that make parameters or calls in their place: written twice or dropped, the statement would fail. */
const CONDITIONS = [
  "data->>n=eq.3",
  "data->at->>x=in.(3,4)",
  "and=(data->>n.eq.3,data->at->x.gt.1)",
  "not.or=(data->>n.neq.3)",
  "is_first=eq.true",
  "is_first=is.true",
  "name=fts(english).item",
  "name=like(any).{item 3*,nothing}",
  "id=in.(1,2)",
];
const SHAPES = [
  "select=id",
  "select=id,parts(code)&parts.code=eq.abc",
  "select=id,parts!inner(code)&parts.code=eq.abc",
  "select=data->>n&order=data->>n",
  "select=count(),data->>n",
  "select=id,parts()&parts=not.is.null",
  "select=id,n:data->at->>x,parts(code)&parts.order=code",
];

describe("a condition on what is computed", () => {
  const requests = CONDITIONS.flatMap((condition) => SHAPES.map((shape) => `${condition}&${shape}`));
  test.each(requests)("%s is understood in every verb and form", async (query) => {
    for (const [method, body] of [["GET"], ["HEAD"], ["PATCH", { name: "new" }], ["DELETE"]] as const) {
      for (const form of ["return=minimal", "return=representation, count=exact"]) {
        const path = `/items?${query}${method === "DELETE" ? "&id=gt.3" : ""}`;
        const { status, body: said } = await send(method, path, body, form);
        expect({ method, form, status, said: status < 300 ? null : said }).toMatchObject({ method, form, said: null });
      }
    }
  });

  test("deletes and changes the rows that it names, and sends them back", async () => {
    const changed = await send("PATCH", "/items?data->>n=eq.3&select=id", { name: "x" }, "return=representation");
    expect(changed).toMatchObject({ status: 200, body: [{ id: 3 }] });
    const first = await send("PATCH", "/items?is_first=eq.true&select=id", { name: "x" }, "return=representation");
    expect(first).toMatchObject({ status: 200, body: [{ id: 1 }] });
    const gone = await send("DELETE", "/items?data->at->>x=eq.9&select=id", undefined, "return=representation");
    expect(gone).toMatchObject({ status: 200, body: [{ id: 9 }] });
  });
});

describe("embeds that show nothing", () => {
  test("leave no trace, however deep", async () => {
    const { body } = await rig.fetch("/items?select=id,parts!inner(items!inner())&parts.items=not.is.null");
    expect(body).toMatchObject({ code: "PGRST127" });
    const posts = await rig.fetch("/members?select=username,posts!inner(rooms!inner())&username=eq.ada");
    expect(posts.body).toEqual([{ username: "ada" }]);
    const spread = await rig.fetch("/posts?select=id,...rooms(room_details())&id=eq.1");
    expect(spread.body).toEqual([{ id: 1 }]);
    const csv = await rig.fetch("/members?select=username,posts(rooms())&username=eq.ada", {
      headers: { accept: "text/csv" },
    });
    expect(csv.body).toBe("username\nada");
  });
});

const answer = z.union([z.array(z.object({ id: z.unknown() })), z.object({ code: z.string(), message: z.string() })]);

describe("ranges", () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const { status, headers: said, body } = await rig.fetch(path, { headers });
    const found = answer.parse(body);
    return [status, said.get("content-range"), Array.isArray(found) ? found.map(({ id }) => id) : found.code];
  };
  test.each([
    ["past the end", "/items?select=id", { range: "20-30", prefer: "count=exact" }, [416, "*/15", "PGRST103"]],
    ["past the end by the URL", "/items?select=id&offset=16", { prefer: "count=exact" }, [416, "*/15", "PGRST103"]],
    ["past the end, uncounted", "/items?select=id", { range: "20-30" }, [200, "*/*", []]],
    ["the end", "/items?select=id&offset=15", { prefer: "count=exact" }, [206, "*/15", []]],
    ["backwards by one", "/items?select=id", { range: "1-0" }, [416, null, "PGRST103"]],
    ["backwards", "/items?select=id", { range: "5-2" }, [416, null, "PGRST103"]],
    ["of one row", "/items?select=id", { range: "0-0" }, [200, "0-0/*", [1]]],
    ["smaller than the limit", "/items?select=id&limit=3", { range: "0-1" }, [200, "0-1/*", [1, 2]]],
    ["larger than the limit", "/items?select=id&limit=2", { range: "0-9" }, [200, "0-1/*", [1, 2]]],
    ["after the limit", "/items?select=id&limit=2", { range: "5-9" }, [416, null, "PGRST103"]],
    ["over an offset", "/items?select=id&offset=3&limit=4", { range: "5-9" }, [200, "5-6/*", [6, 7]]],
    ["without an end", "/items?select=id&limit=3", { range: "1-" }, [200, "1-2/*", [2, 3]]],
    ["with limit=0", "/items?select=id&limit=0", { range: "3-5" }, [200, "*/*", []]],
    [
      "of a function",
      "/rpc/find_members?term=&select=id:username",
      { range: "7-9", prefer: "count=exact" },
      [416, "*/4", "PGRST103"],
    ],
  ] as const)("%s", async (_name, path, headers, expected) => {
    expect(await ask(path, headers)).toEqual(expected);
  });

  test("limit a function's list of values", async () => {
    expect((await rig.fetch("/rpc/item_names?limit=2&offset=1")).body).toEqual(["item 2", "item 3"]);
    const counted = await rig.fetch("/rpc/item_names?limit=2", { headers: { prefer: "count=exact" } });
    expect(counted).toMatchObject({ status: 206, body: ["item 1", "item 2"] });
    expect(counted.headers.get("content-range")).toBe("0-1/15");
    expect(await rig.client.rpc("item_names").limit(1)).toMatchObject({ data: ["item 1"], error: null });
    expect((await rig.fetch("/rpc/item_names?offset=16", { headers: { prefer: "count=exact" } })).status).toBe(416);
  });
});

describe("a call", () => {
  test.each([
    ["an unknown argument", "/rpc/total?listt={1}", 404, "PGRST202"],
    ["an unknown argument beside a known one", "/rpc/add?a=1&bb=2", 404, "PGRST202"],
    ["an unknown argument with a dot", "/rpc/add?a=1&b.c=2", 404, "PGRST202"],
    ["a condition on a value", "/rpc/add?a=1&c=eq.2", 400, "42703"],
    ["a column of a value", "/rpc/add?a=1&select=c", 400, "42703"],
    ["an order of values", "/rpc/item_names?order=name", 400, "42703"],
    ["an embed of a value", "/rpc/item_names?select=posts(id)", 400, "42703"],
    ["a condition on no column", "/rpc/find_members?term=a&colour=eq.red", 400, "42703"],
    ["no number", "/rpc/add?a=x", 400, "22P02"],
  ])("by GET with %s", async (_name, path, status, code) => {
    expect(await rig.fetch(path)).toMatchObject({ status, body: { code } });
  });

  test("takes a known argument that looks like a condition, and everything of a value", async () => {
    expect((await rig.fetch("/rpc/find_members?term=eq.a")).body).toEqual([]);
    expect((await rig.fetch("/rpc/add?a=1&select=*")).body).toBe(2);
    expect(await rig.client.rpc("add", { a: 2 }).select()).toMatchObject({ data: 3, error: null });
  });

  test("keeps every sign of an argument whose type has a length", async () => {
    const given = { char_: "abcdefg", bits: "1010101", list: ["abc", "defg"] };
    expect((await rig.client.rpc("repeat_char", given)).data).toBe("abcdefg1010101abc+defg");
    const inUrl = await rig.fetch("/rpc/repeat_char?char_=abcdefg&bits=1010101&list={abc,defg}");
    expect(inUrl.body).toBe("abcdefg1010101abc+defg");
  });

  test("names overloads by their number of arguments, then by these", async () => {
    const { status, body } = await rig.fetch("/rpc/choose?a=1");
    expect(status).toBe(300);
    expect(answer.parse(body)).toHaveProperty(
      "message",
      expect.stringMatching(
        /library\.choose\(a => bigint\), library\.choose\(a => text\), library\.choose\(a => integer, b => integer\)$/,
      ),
    );
  });
});

describe("a write without a body", () => {
  test.each([
    ["POST", "/sets"],
    ["PATCH", "/sets?id=eq.1"],
    ["PUT", "/sets?id=eq.1"],
  ])("by %s is refused", async (method, path) => {
    for (const body of [undefined, "", " "]) {
      const init = { method, headers: { "content-type": "application/json" }, ...(body === undefined ? {} : { body }) };
      expect(await rig.fetch(path, init)).toMatchObject({
        status: 400,
        body: { code: "PGRST102", message: "Empty or invalid json" },
      });
    }
    expect((await rig.admin.query("select from library.sets")).rowCount).toBe(0);
  });
});

describe("missing=default", () => {
  test("gives a patch the defaults of the columns that it names and leaves out", async () => {
    await rig.admin.query("insert into library.sets values (1, 'own', 3, '101')");
    const patched = (prefer: string) =>
      send(
        "PATCH",
        "/sets?id=eq.1&columns=name,item_id,flags&select=name,item_id,flags",
        { item_id: null, flags: "111" },
        `return=representation, ${prefer}`,
      );
    const defaults = await patched("missing=default");
    expect(defaults.body).toEqual([{ name: "made", item_id: null, flags: "111" }]);
    expect(defaults.headers.get("preference-applied")).toContain("missing=default");
    const nulls = await patched("missing=null");
    expect(nulls.body).toEqual([{ name: null, item_id: null, flags: "111" }]);
    await rig.admin.query("delete from library.sets");
  });
});

describe("a view that selects from itself", () => {
  test("is read into the catalogue like any other", async () => {
    await rig.admin.query(`
      create view library.self as select id, name from library.items;
      create or replace view library.self as select id, name from library.self;
      create view library.one as select id from library.items;
      create view library.other as select id from library.one;
      create or replace view library.one as select id from library.other;
      grant select on library.self to ${rig.role}`);
    await rig.plugin.reload();
    const { status, body } = await rig.fetch("/self");
    expect({ status, body }).toMatchObject({ status: 500, body: { code: "42P17" } });
    expect((await rig.fetch("/items?select=id&id=eq.1")).body).toEqual([{ id: 1 }]);
    await rig.admin.query("drop view library.self; drop view library.one cascade");
    await rig.plugin.reload();
  });
});
