// Preferences that limit a request's outcome apply to every verb, whether or not rows are returned.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Preferences } from "#rest/parse-headers.ts";
import type { RowGuard } from "#rest/row-guard.ts";
import { type RestRig, startRest } from "./rest-rig.ts";

/** A host whose condition alone limits the caller to the rows of one room. */
const FIRST_ROOM: RowGuard = {
  key: "first room",
  condition: ({ name }, row, value) => (name === "shelf" ? `${row}.room = ${value("room")}::int` : null),
  values: { room: 1 },
  mayWrite: () => true,
};

const extraSql = (role: string) => `
  create table library.shelf (id int primary key, name text not null default 'made', room int default 1);
  create function library.shelve(most int) returns setof library.shelf language sql volatile as $$ update library.shelf set name = 'b' where id <= most returning * $$;
  create function library.shelve_names(most int) returns setof text language sql volatile as $$ update library.shelf set name = 'b' where id <= most returning name $$;
  grant select, insert, update, delete on library.shelf to ${role};
  grant execute on function library.shelve(int), library.shelve_names(int) to ${role};`;

let rig: RestRig;
let confined: RestRig;
beforeAll(async () => {
  [rig, confined] = await Promise.all([startRest({ extraSql }), startRest({ extraSql, guard: FIRST_ROOM })]);
});
afterAll(() => Promise.all([rig.stop(), confined.stop()]));
beforeEach(async () => {
  for (const { admin } of [rig, confined])
    await admin.query(
      "truncate library.shelf; insert into library.shelf values (1, 'a', 1), (2, 'a', 1), (3, 'a', 1), (9, 'foreign', 2)",
    );
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly prefer?: string;
}

const rows = (count: number, first: number) =>
  Array.from({ length: count }, (_, at) => ({ id: first + at, name: "b" }));

/** Calls of each verb that write (or read) the given number of rows named "a". */
const VERBS: Readonly<Record<string, (count: number) => Asked>> = {
  insert: (count) => ({ method: "POST", path: "/shelf", body: rows(count, 11) }),
  upsert: (count) => ({
    method: "POST",
    path: "/shelf",
    body: rows(count, 1),
    prefer: "resolution=merge-duplicates",
  }),
  "upsert that ignores duplicates": (count) => ({
    method: "POST",
    path: "/shelf",
    body: [...rows(count, 11), { id: 3, name: "b" }],
    prefer: "resolution=ignore-duplicates",
  }),
  patch: (count) => ({ method: "PATCH", path: `/shelf?id=lte.${count}`, body: { name: "b" } }),
  delete: (count) => ({ method: "DELETE", path: `/shelf?id=lte.${count}` }),
  "rpc of rows": (count) => ({ method: "POST", path: "/rpc/shelve", body: { most: count } }),
  "rpc of values": (count) => ({ method: "POST", path: "/rpc/shelve_names", body: { most: count } }),
};
/** Calls that affect at most one row, whatever the number. */
const SINGLE: Readonly<Record<string, (count: number) => Asked>> = {
  ...VERBS,
  put: () => ({ method: "PUT", path: "/shelf?id=eq.1", body: { id: 1, name: "b", room: 1 } }),
  "put of a new row": () => ({ method: "PUT", path: "/shelf?id=eq.11", body: { id: 11, name: "b", room: 1 } }),
};
const RETURNS = ["", "return=minimal", "return=headers-only", "return=representation"];

const send = ({ method, path, body, prefer = "" }: Asked, more: string, accept = "application/json", where = rig) =>
  where.fetch(path, {
    method,
    headers: {
      "content-type": "application/json",
      accept,
      prefer: [prefer, more].filter((one) => one !== "").join(", "),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const shelf = async (where = rig) =>
  (await where.admin.query("select id, name, room from library.shelf order by id")).rows;

/** Joins each verb with each form of reply. */
const each = (verbs: Readonly<Record<string, (count: number) => Asked>>) =>
  Object.entries(verbs).flatMap(([name, asked]) => RETURNS.map((form) => [name, form, asked] as const));

async function refused(asked: Asked, prefer: string, expected: { status: number; code: string }, accept?: string) {
  const before = await shelf();
  const { status, body } = await send(asked, prefer, accept);
  expect({ status, body }).toMatchObject({ status: expected.status, body: { code: expected.code } });
  expect(await shelf()).toEqual(before);
}

describe("one object is asked for", () => {
  const NOT_ONE = { status: 406, code: "PGRST116" };
  for (const accept of ["application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json;nulls=stripped"]) {
    test.each(each(VERBS))(
      `%s, %s: of none, two or three nothing is written (${accept})`,
      async (_name, form, asked) => {
        for (const count of [0, 2, 3]) await refused(asked(count), form, NOT_ONE, accept);
      },
    );
    test.each(each(SINGLE))(`%s, %s: one row is written (${accept})`, async (_name, form, asked) => {
      const before = await shelf();
      const { status } = await send(asked(1), form, accept);
      expect(status).toBeLessThan(300);
      expect(await shelf()).not.toEqual(before);
    });
  }
  test("a patch without a change has written no row", async () => {
    for (const form of RETURNS)
      await refused(
        { method: "PATCH", path: "/shelf?id=eq.1", body: {} },
        form,
        NOT_ONE,
        "application/vnd.pgrst.object+json",
      );
  });
});

/** Has one row for each preference, so that a new one needs its own. */
const PREFERENCES = {
  strict: (_name, form, asked) =>
    refused(asked(1), `handling=strict, ${form}, nonsense=1`.replace(", ,", ","), { status: 400, code: "PGRST122" }),
  maxAffected: async (name, form, asked) => {
    await refused(asked(2), `handling=strict, max-affected=1, ${form}`, { status: 400, code: "PGRST124" });
    const { status, headers } = await send(asked(1), `handling=strict, max-affected=1, ${form}`);
    expect({ name, status: status < 300 }).toEqual({ name, status: true });
    expect(headers.get("preference-applied")).toContain("handling=strict, max-affected=1");
  },
  rollback: async (_name, form, asked) => {
    const before = await shelf();
    const { status, headers } = await send(asked(2), `tx=rollback, ${form}`);
    expect(status).toBeLessThan(300);
    expect(headers.get("preference-applied")).toContain("tx=rollback");
    expect(await shelf()).toEqual(before);
  },
  count: async (_name, form, asked) => {
    const { headers } = await send(asked(2), `count=exact, ${form}`);
    expect(headers.get("content-range")).toMatch(/\/2$/);
    expect(headers.get("preference-applied")).toContain("count=exact");
  },
  return: async (name, form, asked) => {
    const { status, headers, body } = await send(asked(2), form);
    const silent = form === "return=minimal" || (form !== "return=representation" && !name.startsWith("rpc"));
    expect({ name, status, silent: body === null }).toMatchObject({ silent });
    if (form !== "" && !name.startsWith("rpc")) expect(headers.get("preference-applied")).toContain(form);
  },
  resolution: async (name, form, asked) => {
    const { headers } = await send({ prefer: "resolution=merge-duplicates", ...asked(2) }, form);
    const resolves = name === "insert" || name.startsWith("upsert");
    expect({ name, echoed: headers.get("preference-applied")?.includes("resolution=") ?? false }).toEqual({
      name,
      echoed: resolves,
    });
  },
  missing: async (name, form, asked) => {
    const { method, path, ...more } = asked(1);
    const columns = method === "PATCH" ? "name" : "id,name";
    const applies = name !== "delete" && !name.startsWith("rpc");
    const at = applies ? `${path}${path.includes("?") ? "&" : "?"}columns=${columns}` : path;
    const body = !applies ? more.body : method === "PATCH" ? {} : [{ id: name === "upsert" ? 1 : 11 }];
    const { status, headers } = await send({ ...more, method, path: at, body }, `missing=default, ${form}`);
    expect({ name, status: status < 300 }).toEqual({ name, status: true });
    const echoed = headers.get("preference-applied")?.includes("missing=default") ?? false;
    expect({ name, echoed }).toEqual({ name, echoed: applies });
    if (applies) expect(await shelf()).toContainEqual(expect.objectContaining({ name: "made" }));
  },
} satisfies Record<keyof Preferences, (name: string, form: string, asked: (count: number) => Asked) => Promise<void>>;

describe.each(Object.entries(PREFERENCES))("the preference %s", (_preference, holds) => {
  test.each(each(VERBS))("%s, %s", (name, form, asked) => holds(name, form, asked));
});

describe("the host confines the caller to rows", () => {
  const FOREIGN = "id=eq.9";
  const attempts: readonly (readonly [string, Asked])[] = [
    ["insert", { method: "POST", path: "/shelf", body: { id: 11, room: 2 } }],
    [
      "upsert",
      { method: "POST", path: "/shelf", body: { id: 9, name: "b", room: 1 }, prefer: "resolution=merge-duplicates" },
    ],
    [
      "upsert of the key alone",
      { method: "POST", path: "/shelf", body: { id: 9 }, prefer: "resolution=merge-duplicates" },
    ],
    ["put", { method: "PUT", path: `/shelf?${FOREIGN}`, body: { id: 9, name: "b", room: 1 } }],
    ["patch", { method: "PATCH", path: `/shelf?${FOREIGN}`, body: { room: 1 } }],
    ["patch away", { method: "PATCH", path: "/shelf?id=eq.1", body: { room: 2 } }],
    ["delete", { method: "DELETE", path: `/shelf?${FOREIGN}` }],
  ];
  test.each(attempts.flatMap(([name, asked]) => RETURNS.map((form) => [name, form, asked] as const)))(
    "%s, %s: a foreign row stays as it is, and none is made",
    async (_name, form, asked) => {
      const before = await shelf(confined);
      const { body } = await send(asked, form, undefined, confined);
      expect(JSON.stringify(body)).not.toContain("foreign");
      expect(await shelf(confined)).toEqual(before);
    },
  );
});
