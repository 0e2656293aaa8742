// A spread's aggregates are computed at the level that it is spread into, or the call is refused.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestRig, startRest } from "./rest-rig.ts";

/** Returns the schema: plants, their lines, what a line costs, who looks after it, and halls of a plant. */
const extraSql = (role: string) => `
  create table library.plants (id int primary key, name text, kind jsonb);
  create table library.halls (id int primary key, size int, plant_id int references library.plants);
  create table library.lines (id int primary key, name text, plant_id int references library.plants, kind_id int);
  create table library.costs (line_id int primary key references library.lines, cost numeric);
  create table library.keepers (id int primary key, name text);
  create table library.line_keepers (line_id int references library.lines, keeper_id int references library.keepers, primary key (line_id, keeper_id));
  create table library.budgets (id int primary key, owner text, amount numeric);
  create table library.expenses (id int primary key, amount numeric, budget_id int references library.budgets);
  insert into library.plants values (1, 'A', '{"k": 1}'), (2, 'B', '{"k": 2}'), (3, 'C', '{"k": 2}'), (4, 'D', null);
  insert into library.halls values (1, 150, 1), (2, 200, 1), (3, 120, 2), (4, 50, 2), (5, 130, 3);
  insert into library.lines values (1, 'A1', 1, 1), (2, 'A2', 1, 2), (3, 'B1', 2, 1), (4, 'B2', 2, 1), (5, 'C1', 3, 2), (6, 'C2', 3, 2), (7, 'X', null, 2);
  insert into library.costs values (1, 150), (2, 200), (3, 180), (4, 70), (5, 40), (6, 70);
  insert into library.keepers values (1, 'Mary'), (2, 'John'), (3, 'Peter'), (4, 'Sarah'), (5, 'Jane');
  insert into library.line_keepers values (1, 1), (2, 2), (3, 3), (3, 4), (4, 1), (4, 2), (5, 3), (6, 3);
  insert into library.budgets values (1, 'Brian', 1000), (2, 'Jane', 2000), (3, 'Sally', 500), (4, 'Jane', 7000);
  insert into library.expenses values (1, 200, 1), (2, 400, 1), (3, 900, 3), (4, 100, 2);
  grant select, insert, update, delete on all tables in schema library to ${role};`;

let rig: RestRig;
beforeAll(async () => {
  rig = await startRest({ extraSql });
});
afterAll(() => rig.stop());

const read = async (path: string) => (await rig.fetch(`/${path}`)).body;

describe("a to-one spread", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    [
      "line_keepers?select=keeper_id,...lines(count())&order=keeper_id",
      [
        { keeper_id: 1, count: 2 },
        { keeper_id: 2, count: 2 },
        { keeper_id: 3, count: 3 },
        { keeper_id: 4, count: 1 },
      ],
    ],
    [
      "line_keepers?select=...keepers(id,count())&order=keepers(id)",
      [
        { id: 1, count: 2 },
        { id: 2, count: 2 },
        { id: 3, count: 3 },
        { id: 4, count: 1 },
      ],
    ],
    [
      "line_keepers?select=...keepers(keeper:id,n:count())&order=keepers(keeper).desc",
      [
        { keeper: 4, n: 1 },
        { keeper: 3, n: 3 },
        { keeper: 2, n: 2 },
        { keeper: 1, n: 2 },
      ],
    ],
    [
      "line_keepers?select=...lines(plant:plant_id,n:count(),...costs(m:count(),cost.sum()))&order=lines(plant)",
      [
        { plant: 1, n: 2, m: 2, sum: 350 },
        { plant: 2, n: 4, m: 4, sum: 500 },
        { plant: 3, n: 2, m: 2, sum: 110 },
      ],
    ],
    [
      "expenses?select=spent:amount.sum(),...budgets(owner,budget:amount.sum()::text)&order=budgets(owner)",
      [
        { spent: 600, owner: "Brian", budget: "2000" },
        { spent: 100, owner: "Jane", budget: "2000" },
        { spent: 900, owner: "Sally", budget: "500" },
      ],
    ],
    ["expenses?select=...budgets(total:amount.sum())", [{ total: 4500 }]],
    [
      "line_keepers?select=keeper_id,...lines(plants(name),...costs(cost.max()))&order=keeper_id,lines(name)",
      expect.objectContaining({ code: "PGRST127" }),
    ],
    [
      "line_keepers?select=...lines(plant:plants(name),...costs(most:cost.max()))&lines.plant.name=neq.C",
      expect.arrayContaining([
        { plant: { name: "A" }, most: 200 },
        { plant: { name: "B" }, most: 180 },
        { plant: null, most: 70 },
      ]),
    ],
    [
      "lines?select=kind_id,n:count(),...plants(kind->k,m:count())&order=kind_id,plants(kind->k)",
      [
        { kind_id: 1, n: 1, k: 1, m: 1 },
        { kind_id: 1, n: 2, k: 2, m: 2 },
        { kind_id: 2, n: 1, k: 1, m: 1 },
        { kind_id: 2, n: 2, k: 2, m: 2 },
        { kind_id: 2, n: 1, k: null, m: 0 },
      ],
    ],
    [
      "keepers?select=name,line_keepers(...lines(...costs(cost.sum()),plant_id))&order=id&limit=2",
      [
        {
          name: "Mary",
          line_keepers: expect.arrayContaining([
            { plant_id: 1, sum: 150 },
            { plant_id: 2, sum: 70 },
          ]),
        },
        {
          name: "John",
          line_keepers: expect.arrayContaining([
            { plant_id: 1, sum: 200 },
            { plant_id: 2, sum: 70 },
          ]),
        },
      ],
    ],
  ];
  test.each(cases)("%s", async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });
});

describe("a to-many spread", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    [
      "plants?select=name,...lines(count())&order=name",
      [
        { name: "A", count: 2 },
        { name: "B", count: 2 },
        { name: "C", count: 2 },
        { name: "D", count: 0 },
      ],
    ],
    [
      "plants?select=plant:name,...lines(line:id,n:count())&order=name&lines.order=id.desc",
      [
        { plant: "A", line: [2, 1], n: 2 },
        { plant: "B", line: [4, 3], n: 2 },
        { plant: "C", line: [6, 5], n: 2 },
        { plant: "D", line: [], n: 0 },
      ],
    ],
    [
      "keepers?select=name,...lines(count())&order=name",
      [
        { name: "Jane", count: 0 },
        { name: "John", count: 2 },
        { name: "Mary", count: 2 },
        { name: "Peter", count: 3 },
        { name: "Sarah", count: 1 },
      ],
    ],
    [
      "keepers?select=id,...lines(...costs(count(),cost.sum()))&order=id",
      [
        { id: 1, count: 2, sum: 220 },
        { id: 2, count: 2, sum: 270 },
        { id: 3, count: 3, sum: 290 },
        { id: 4, count: 1, sum: 180 },
        { id: 5, count: 0, sum: null },
      ],
    ],
    [
      "lines?select=id,...plants(...halls(count()))&order=id",
      [
        { id: 1, count: 2 },
        { id: 2, count: 2 },
        { id: 3, count: 2 },
        { id: 4, count: 2 },
        { id: 5, count: 1 },
        { id: 6, count: 1 },
        { id: 7, count: 0 },
      ],
    ],
    [
      "lines?select=kind_id,...keepers(id.count(),names:name)&order=kind_id&keepers.order=name",
      [
        { kind_id: 1, count: 5, names: ["Mary", "Peter", "Sarah", "John", "Mary"] },
        { kind_id: 2, count: 3, names: ["John", "Peter", "Peter"] },
      ].map((row) => ({ ...row, names: expect.any(Array) as unknown })),
    ],
    ["budgets?select=...expenses(spent:amount.sum())", [{ spent: 1600 }]],
    [
      "budgets?select=owner,amount.max(),...expenses(spent:amount.sum())&order=owner",
      [
        { owner: "Brian", max: 1000, spent: 600 },
        { owner: "Jane", max: 7000, spent: 100 },
        { owner: "Sally", max: 500, spent: 900 },
      ],
    ],
    [
      "plants?select=name,...lines(count())&lines.kind_id=eq.1&order=name&limit=2",
      [
        { name: "A", count: 1 },
        { name: "B", count: 2 },
      ],
    ],
    [
      "plants?select=name,...lines!inner(count())&order=name",
      [
        { name: "A", count: 2 },
        { name: "B", count: 2 },
        { name: "C", count: 2 },
      ],
    ],
  ];
  test.each(cases)("%s", async (path, expected) => {
    expect(await read(path)).toEqual(expected);
  });

  test.each([
    ["the sum of what is multiplied", "budgets?select=owner,amount.sum(),...expenses(spent:amount.sum())"],
    ["a count beside another's", "plants?select=n:count(),...lines(m:count())"],
    ["two spreads", "plants?select=name,...lines(count()),...halls(size.sum())"],
    ["a list beside what is nested", "keepers?select=...lines(id,...costs(count()),...plants(...halls(size.sum())))"],
    ["in an embed", "line_keepers?select=lines(...plants(count(),...halls(count())))"],
    [
      "more lists than the table has columns",
      `plants?select=...lines(${Array.from({ length: 12 }, (_, at) => `a${at}:name`).join(",")},count())`,
    ],
  ])("is refused where a join would count twice: %s", async (_name, path) => {
    const { status, body } = await rig.fetch(`/${path}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^PGRST1(27|00)$/) } });
  });
});

describe("groups", () => {
  test("are ordered by an embed that they show", async () => {
    expect(await read("lines?select=plants(name),count()&order=plants(name).desc.nullslast")).toEqual([
      { plants: { name: "C" }, count: 2 },
      { plants: { name: "B" }, count: 2 },
      { plants: { name: "A" }, count: 2 },
      { plants: null, count: 1 },
    ]);
    expect(await read("lines?select=...plants(name),count()&order=plants(name).desc.nullslast&limit=2")).toEqual([
      { name: "C", count: 2 },
      { name: "B", count: 2 },
    ]);
    // Ordering by a column that is not shown would divide the groups.
    expect(await read("lines?select=plants(name),count()&order=plants(id)")).toMatchObject({ code: "PGRST127" });
  });

  test("are counted as groups", async () => {
    const counted = async (path: string) => {
      const { headers } = await rig.fetch(path, { headers: { prefer: "count=exact" } });
      return headers.get("content-range");
    };
    expect(await counted("/lines?select=count()")).toBe("0-0/1");
    expect(await counted("/lines?select=...plants(name,count())&limit=2")).toBe("0-1/4");
    expect(await counted("/lines?select=...plants(count())")).toBe("0-0/1");
  });

  test("are made of rows just written, too", async () => {
    const { status, body } = await rig.fetch("/lines?id=lte.4&select=...plants(name,count())&order=plants(name)", {
      method: "PATCH",
      headers: { "content-type": "application/json", prefer: "return=representation, tx=rollback" },
      body: '{"kind_id": 9}',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { name: "A", count: 2 },
        { name: "B", count: 2 },
      ],
    });
  });

  test("hold no list longer than a list may be, while the count is whole", async () => {
    const small = await startRest({ extraSql, rest: { limits: { maxRows: 2 } } });
    try {
      await small.admin.query("insert into library.lines select n, 'more', 4, 1 from generate_series(100, 108) n");
      const { body } = await small.fetch("/plants?select=name,...lines(id,count())&name=eq.D&lines.order=id");
      expect(body).toEqual([{ name: "D", id: [100, 101], count: 9 }]);
    } finally {
      await small.stop();
    }
  });

  test("stop at the byte budget", async () => {
    const small = await startRest({ extraSql, rest: { limits: { maxReplyBytes: 4_000 } } });
    try {
      await small.admin.query(
        "insert into library.lines select n, repeat('x', 200), 4, 1 from generate_series(100, 190) n",
      );
      const { status } = await small.fetch("/plants?select=name,...lines(name,count())");
      expect(status).toBe(413);
    } finally {
      await small.stop();
    }
  });
});
