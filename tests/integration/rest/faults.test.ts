import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { type RestRig, startRest } from "./rest-rig.ts";

const LIBRARY = { "accept-profile": "library", "content-profile": "library" };
const JSON_BODY = { ...LIBRARY, "content-type": "application/json" };
let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({
    claims: { sub: "ada" },
    extraSql: () => "create table library.canary (id int); insert into library.canary values (1)",
    rest: {
      limits: { statementTimeoutMs: paced(1_500) },
      isAnonymous: (request) => request.headers["x-anonymous"] === "yes",
    },
  });
});
afterAll(() => rig.stop());

const code = (body: unknown) => (typeof body === "object" && body !== null && "code" in body ? body.code : body);
const untouched = async () => {
  const { rows } = await rig.admin.query(
    "select (select count(*)::int from library.canary) as canary, (select count(*)::int from library.goods) as goods, to_regclass('library.pwned') as pwned",
  );
  return rows[0];
};

describe("a caller without the right", () => {
  test("gets 403, or 401 when anonymous, for a table that is not theirs", async () => {
    const { error, status } = await rig.client.from("private").select();
    expect({ status, error }).toMatchObject({
      status: 403,
      error: { code: "42501", message: "permission denied for table private" },
    });
    const anonymous = await rig.fetch("/private", { headers: { "x-anonymous": "yes" } });
    expect({ status: anonymous.status, code: code(anonymous.body) }).toEqual({ status: 401, code: "42501" });
    expect(anonymous.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("gets the columns that are theirs with *, and 403 for the others by any road", async () => {
    expect((await rig.client.from("half_open").select()).data).toEqual([{ id: 1, shown: "open" }]);
    for (const query of [
      rig.client.from("half_open").select("kept"),
      rig.client.from("half_open").select("id").eq("kept", "closed"),
      rig.client.from("half_open").select("id").order("kept"),
      rig.client.from("half_open").insert({ id: 2, kept: "x" }).select("kept"),
    ]) {
      const { status, error } = await query;
      expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" });
    }
    expect((await rig.client.from("half_open").insert({ id: 3, shown: "s", kept: "k" }).select()).data).toEqual([
      { id: 3, shown: "s" },
    ]);
  });

  test("sees and writes only the rows that policies allow", async () => {
    expect((await rig.client.from("notes").select("id")).data).toEqual([{ id: 1 }]);
    const other = await rig.client.from("notes").insert({ id: 3, owner: "bo", words: "x" });
    expect({ status: other.status, code: other.error?.code }).toEqual({ status: 403, code: "42501" });
    expect((await rig.client.from("notes").delete().gt("id", 0).select("id").rollback()).data).toEqual([{ id: 1 }]);
  });
});

const EVIL = [
  `x"; reset role; drop table library.canary; --`,
  `x'); reset role; create table library.pwned(); --`,
  `x$$; reset role; drop table library.canary; --`,
];

/** Returns one call for every place of a name or keyword, with `evil` in that place. */
const urls = (evil: string): [position: string, path: string, init?: RequestInit][] => {
  const e = encodeURIComponent(evil);
  const quoted = encodeURIComponent(`"${evil.replaceAll('"', '\\"')}"`);
  return [
    ["the table", `/${e}`],
    ["the table of a write", `/${e}`, { method: "POST", headers: JSON_BODY, body: "{}" }],
    ["a column", `/goods?select=${e}`],
    ["a quoted column", `/goods?select=${quoted}`],
    ["an alias", `/goods?select=${e}:id`],
    ["a quoted alias", `/goods?select=${quoted}:id`],
    ["a cast", `/goods?select=id::${e}`],
    ["an aggregate", `/goods?select=id.${e}()`],
    ["an aggregate's cast", `/goods?select=id.sum()::${e}`],
    ["an embed", `/goods?select=${e}(id)`],
    ["a quoted embed", `/goods?select=${quoted}(id)`],
    ["an embed's alias", `/goods?select=${quoted}:labels(id)`],
    ["a hint", `/goods?select=labels!${quoted}(id)`],
    ["a spread", `/goods?select=...${quoted}(id)`],
    ["a JSON key that names the output", `/members?select=data->${quoted}`],
    ["a filtered column", `/goods?${e}=eq.1`],
    ["a quoted filtered column", `/goods?${quoted}=eq.1`],
    ["an operator", `/goods?id=${e}.1`],
    ["an operator's modifier", `/goods?id=eq(${e}).1`],
    ["a text search language", `/posts?body=fts(${quoted}).x`],
    ["is", `/goods?id=is.${e}`],
    ["a logic tree's column", `/goods?or=(${quoted}.eq.1,id.eq.1)`],
    ["a logic tree's operator", `/goods?or=(id.${e}.1)`],
    ["a filter's path", `/goods?${quoted}.id=eq.1`],
    ["the order", `/goods?order=${e}`],
    ["a quoted order", `/goods?order=${quoted}.desc`],
    ["the order's direction", `/goods?order=id.${e}`],
    ["the order of an embed", `/goods?select=id,labels(id)&order=${quoted}(id)`],
    ["limit", `/goods?limit=${e}`],
    ["offset", `/goods?offset=${e}`],
    ["an embed's limit", `/goods?select=labels(id)&labels.limit=${e}`],
    ["columns", `/goods?columns=${quoted}`, { method: "POST", headers: JSON_BODY, body: "{}" }],
    [
      "on_conflict",
      `/goods?on_conflict=${quoted}`,
      {
        method: "POST",
        headers: { ...JSON_BODY, prefer: "resolution=merge-duplicates" },
        body: '{"id": 1, "name": "x"}',
      },
    ],
    ["a body's key", "/goods", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ [evil]: 1 }) }],
    ["a change's key", "/goods?id=eq.1", { method: "PATCH", headers: JSON_BODY, body: JSON.stringify({ [evil]: 1 }) }],
    ["a function", `/rpc/${e}`],
    ["a function's argument by GET", `/rpc/add?a=1&${e}=2`],
    [
      "a function's argument by POST",
      "/rpc/add",
      { method: "POST", headers: JSON_BODY, body: JSON.stringify({ a: 1, [evil]: 2 }) },
    ],
    ["a function's typed value", `/rpc/add?a=${e}`],
    ["a typed value", `/goods?id=eq.${e}`],
    ["a delete's filter", `/goods?id=eq.${e}`, { method: "DELETE", headers: LIBRARY }],
    ["Accept-Profile", "/goods", { headers: { "accept-profile": evil } }],
    [
      "Content-Profile",
      "/goods",
      { method: "POST", headers: { "content-profile": evil, "content-type": "application/json" }, body: "{}" },
    ],
    ["Accept", "/goods", { headers: { accept: evil } }],
    ["Range", "/goods", { headers: { range: evil } }],
    ["Prefer", "/goods", { headers: { prefer: `handling=strict, count=${evil}` } }],
    [
      "Content-Type",
      "/goods",
      { method: "POST", headers: { ...LIBRARY, "content-type": `application/${evil}` }, body: "{}" },
    ],
  ];
};

describe("a caller slipping SQL in", () => {
  const attempts = EVIL.flatMap((evil, at) =>
    urls(evil).map((attempt) => [`${attempt[0]} (${at + 1})`, attempt[1], attempt[2]] as const),
  );

  test.each(attempts)("through %s is refused, and nothing happens", async (_position, path, init) => {
    const { status, body } = await rig.fetch(path, init);
    expect({ status, body }).toEqual({
      status: expect.any(Number),
      body: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
    });
    expect(Math.floor(status / 100)).toBe(4);
    expect(await untouched()).toEqual({ canary: 1, goods: 3, pwned: null });
  });

  test.each(EVIL)("in a value or a JSON key finds nothing, and nothing happens: %s", async (evil) => {
    const quoted = `"${evil.replaceAll('"', '\\"')}"`;
    expect((await rig.client.from("goods").select("id").eq("name", evil)).data).toEqual([]);
    expect((await rig.client.from("goods").select("id").filter("name", "in", `(${quoted})`)).data).toEqual([]);
    expect((await rig.client.from("goods").select("id").or(`name.eq.${quoted},name.like.${quoted}`)).data).toEqual([]);
    expect((await rig.client.from("members").select("username").eq(`data->${quoted}->>x`, evil)).data).toEqual([]);
    expect(
      (await rig.client.from("members").select(`username, k:data->>${quoted}`).eq("username", "dag")).data,
    ).toEqual([{ username: "dag", k: null }]);
    expect((await rig.client.from("members").select("tags").contains("tags", [evil])).error?.code ?? "22P02").toBe(
      "22P02",
    );
    expect((await rig.client.rpc("find_members", { term: evil })).data).toEqual([]);
    const { data } = await rig.client.from("goods").insert({ id: 9, name: evil }).select("name").rollback();
    expect(data).toEqual([{ name: evil }]);
    expect((await rig.fetch("/goods", { headers: { ...LIBRARY, prefer: `count=${evil}, tx=${evil}` } })).status).toBe(
      200,
    );
    expect(await untouched()).toEqual({ canary: 1, goods: 3, pwned: null });
  });
});

describe("a caller sending nonsense", () => {
  test.each([
    ["broken JSON", '{"id": 4, "name": "se', 400, "PGRST102"],
    ["a number for a row", "4", 400, "PGRST102"],
    ["a list of numbers", "[4]", 400, "PGRST102"],
    ["null", "null", 400, "PGRST102"],
    ["a zero byte in text", '{"id": 4, "name": "a\\u0000b"}', 400, "22P05"],
    ["2 MiB", JSON.stringify({ id: 4, name: "x".repeat(2 * 1024 * 1024) }), 413, "PGRST102"],
  ])("is refused for a body such as %s", async (_name, body, status, expected) => {
    const reply = await rig.fetch("/goods", { method: "POST", headers: JSON_BODY, body });
    expect({ status: reply.status, code: code(reply.body) }).toEqual({ status, code: expected });
    expect(JSON.stringify(reply.body)).not.toContain('"se');
    expect(await untouched()).toEqual({ canary: 1, goods: 3, pwned: null });
  });

  test.each<[string, string, RequestInit, number, string]>([
    [
      "a form",
      "/goods",
      { method: "POST", headers: { ...LIBRARY, "content-type": "application/x-www-form-urlencoded" }, body: "id=4" },
      415,
      "PGRST102",
    ],
    ["asking for an image", "/goods", { headers: { ...LIBRARY, accept: "image/png" } }, 406, "PGRST107"],
    ["asking for another schema", "/goods", { headers: { "accept-profile": "pg_catalog" } }, 406, "PGRST106"],
    ["an unknown table", "/good", {}, 404, "PGRST205"],
    ["a path below a table", "/goods/1", {}, 404, "PGRST125"],
    ["a write to the root", "/", { method: "POST", headers: JSON_BODY, body: "{}" }, 405, "PGRST117"],
    ["PATCH on a function", "/rpc/add", { method: "PATCH", headers: JSON_BODY, body: "{}" }, 405, "PGRST101"],
    ["an unknown column", "/goods?select=colour", {}, 400, "42703"],
    ["an unknown filter column", "/goods?colour=eq.red", {}, 400, "42703"],
    ["an unknown order column", "/goods?order=colour", {}, 400, "42703"],
    ["an unknown operator", "/goods?id=is_like.1", {}, 400, "PGRST100"],
    ["no operator", "/goods?id=1", {}, 400, "PGRST100"],
    ["an operator that the type lacks", "/goods?id=like.1", {}, 404, "42883"],
    ["an unknown cast", "/goods?select=id::regclass", {}, 400, "42704"],
    ["a half-open select", "/goods?select=id,labels(id", {}, 400, "PGRST100"],
    ["a half-open list", "/goods?id=in.(1,2", {}, 400, "PGRST100"],
    ["a half-open logic tree", "/goods?or=(id.eq.1", {}, 400, "PGRST100"],
    ["logic nested without end", `/goods?or=${"(or".repeat(40)}`, {}, 400, "PGRST100"],
    ["embeds nested without end", `/goods?select=${"labels(".repeat(60)}`, {}, 400, "PGRST100"],
    ["a condition on something not embedded", "/goods?labels.id=eq.1", {}, 400, "PGRST108"],
    ["an order by a to-many embed", "/goods?select=labels(id)&order=labels(id)", {}, 400, "PGRST118"],
    ["a comparison with an embed", "/goods?select=labels(id)&labels=eq.1", {}, 400, "PGRST120"],
    ["a limit that is no number", "/goods?limit=many", {}, 400, "PGRST100"],
    ["a limit below zero", "/goods?limit=-1", {}, 416, "PGRST103"],
    ["an enormous offset", "/goods?offset=99999999999", {}, 400, "PGRST100"],
    ["a value of the wrong type", "/goods?id=eq.four", {}, 400, "22P02"],
    ["a text search language that does not exist", "/posts?body=fts(klingon).x", {}, 400, "42704"],
    ["a word that is no regular expression", "/goods?name=match.(", {}, 400, "2201B"],
  ])("%s is refused", async (_name, path, init, status, expected) => {
    const reply = await rig.fetch(path, init);
    expect({ status: reply.status, code: code(reply.body) }).toEqual({ status, code: expected });
  });

  test("a path that is not UTF-8 is refused", async () => {
    expect((await rig.fetch("/%ff")).status).toBe(400);
  });
});

describe("a caller when the database fails", () => {
  test("is stopped after the time limit", async () => {
    const { status, error } = await rig.client.rpc("slow");
    expect({ status, code: error?.code }).toEqual({ status: 500, code: "57014" });
  });

  test("gets 503 when the connection is killed in the middle, and the next call works", async () => {
    const waiting = rig.fetch("/rpc/slow", { method: "POST", headers: JSON_BODY, body: "{}" });
    const killed = await vi.waitUntil(async () => {
      const { rows } = await rig.admin.query(
        "select pg_terminate_backend(pid) as ok from pg_stat_activity where query like '%\"slow\"%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()",
      );
      return rows.length > 0 && rows;
    }, paced(60_000));
    expect(killed).toEqual([{ ok: true }]);
    const { status, body, headers } = await waiting;
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        code: expect.stringMatching(/^(57P01|PGRST001)$/),
        message: "Database connection lost. Try again.",
        details: null,
        hint: null,
      },
    });
    expect(headers.get("retry-after")).toBe("1");
    expect((await rig.client.from("goods").select("id", { count: "exact", head: true })).count).toBe(3);
  });

  test("is served again after every idle connection was killed", async () => {
    await Promise.all(Array.from({ length: 4 }, () => rig.client.from("goods").select("id")));
    await rig.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await vi.waitUntil(() => rig.pool.totalCount === 0, paced(60_000));
    expect((await rig.client.from("goods").select("id")).data).toHaveLength(3);
  });

  // Covers: running.13
  test("answers with a new table, a new column and without a dropped one at once, as a migration changes them", async () => {
    // Each reading of the catalogue is followed by a pause, so each change meets a server of its own.
    const changed = async (sql: string, call: (rig: RestRig) => PromiseLike<{ status: number; data: unknown }>) => {
      const changing = await startRest();
      try {
        await changing.client.from("goods").select();
        await changing.admin.query(sql.replaceAll("CALLER", changing.role));
        const { status, data } = await call(changing);
        return { status, data };
      } finally {
        await changing.stop();
      }
    };
    expect(
      await changed("create table library.fresh (id int); grant select on library.fresh to CALLER", ({ client }) =>
        client.from("fresh").select(),
      ),
    ).toEqual({ status: 200, data: [] });
    expect(
      await changed("alter table library.goods add column shelf int default 7", ({ client }) =>
        client.from("goods").select("shelf").limit(1),
      ),
    ).toEqual({ status: 200, data: [{ shelf: 7 }] });
    expect(
      await changed("alter table library.goods add column shelf int", ({ client }) =>
        client.from("goods").update({ shelf: 3 }).eq("id", 1).select("shelf"),
      ),
    ).toEqual({ status: 200, data: [{ shelf: 3 }] });
    expect(
      await changed("alter table library.goods drop column name cascade", ({ client }) =>
        client.from("goods").select().limit(1),
      ),
    ).toEqual({ status: 200, data: [{ id: 1, price: 999.99 }] });
    const lost = await changed("alter table library.goods drop column name cascade", ({ client }) =>
      client.from("goods").select("name").limit(1),
    );
    expect(lost.status).toBe(400);
  });

  test("finds a new column after a reload", async () => {
    const changing = await startRest();
    try {
      await changing.admin.query("alter table library.goods add column more text");
      await changing.plugin.reload();
      expect((await changing.client.from("goods").select("more").limit(1)).data).toEqual([{ more: null }]);
    } finally {
      await changing.stop();
    }
  });
});
