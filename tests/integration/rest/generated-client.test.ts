// A client generated from `GET /rest/v1/` alone reads people, calls a function and writes; its types are the rows'.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { generateClient } from "./generate-client.ts";

const run = promisify(execFile);
const TSC = join(import.meta.dirname, "../../../node_modules/.bin/tsc");

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  portal = await startTestPortal();
  folder = mkdtempSync(join(tmpdir(), "generated-client-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.close();
});

const USE = `import { client } from "./client.ts";
const [origin = "", token = "", organization = ""] = process.argv.slice(2);
const api = client(origin, token);
const people = await api["get /end_users"]({ select: "id,first_name", order: "first_name", organization_id: "eq." + organization });
const names: string[] = people.map((person) => person.first_name);
// @ts-expect-error no such column
people[0]?.frist_name;
const enabled: boolean[] = (await api["get /credentials"]({ limit: "1" })).map((one) => one.enabled ?? true);
const id = people[0]?.id ?? "";
await api["patch /end_users"]({ id: "eq." + id, end_users: { last_name: "Ny" } });
const [changed] = await api["get /end_users"]({ id: "eq." + id });
const named = await api["post /rpc/log_names"]({ args: { words: ["ny"] } });
console.log(JSON.stringify({ names, enabled, last: changed?.last_name, named: named.length }));
`;

async function described(account: { email: string; password: string }) {
  const client = await signedInClient(portal.url, account);
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? "";
  const reply = await fetch(`${portal.url}/rest/v1/`, { headers: { authorization: `Bearer ${token}` } });
  return { token, json: await reply.json() };
}

test("an org admin's client", async () => {
  const { rows } = await portal.admin.query<{ id: string }>(
    `insert into public.end_users (organization_id, first_name, last_name)
     select organization_id, name, 'Gammal' from public.user_roles, (values ('Alva'), ('Bo')) n(name)
     where organization_id is not null and user_id = (select id from auth.users where email = $1) returning organization_id as id`,
    [portal.accounts.nord.email],
  );
  const { token, json } = await described(portal.accounts.nord);
  writeFileSync(join(folder, "client.ts"), generateClient(json));
  writeFileSync(join(folder, "use.ts"), USE);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "esnext",
        module: "nodenext",
        allowImportingTsExtensions: true,
        lib: ["esnext", "dom"],
        types: ["node"],
        typeRoots: [join(import.meta.dirname, "../../../node_modules/@types")],
      },
      files: ["use.ts"],
    }),
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const compiled = await run(TSC, ["-p", folder]).catch((error: unknown) => error);
  expect(z.object({ stdout: z.string() }).parse(compiled).stdout).toBe("");
  const { stdout } = await run(process.execPath, [join(folder, "use.ts"), portal.url, token, rows[0]?.id ?? ""]);
  expect(JSON.parse(stdout)).toEqual({ names: ["Alva", "Bo"], enabled: [], last: "Ny", named: 1 });
});

const rootDocument = z.object({
  basePath: z.string(),
  security: z.array(z.unknown()),
  paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string().optional() }))),
  definitions: z.record(
    z.string(),
    z.object({
      properties: z.record(z.string(), z.looseObject({ type: z.string().optional(), default: z.unknown().optional() })),
    }),
  ),
});

test.each(["system", "nord"] as const)(
  "the defaults in the document of %s are of their column's type",
  async (account) => {
    const { definitions, basePath, security } = rootDocument.parse((await described(portal.accounts[account])).json);
    expect({ basePath, security }).toEqual({ basePath: "/rest/v1", security: [{ JWT: [] }] });
    const columns = Object.entries(definitions).flatMap(([table, { properties }]) =>
      Object.entries(properties).flatMap(([name, column]) =>
        column.default === undefined ? [] : [{ at: `${table}.${name}`, ...column }],
      ),
    );
    expect(columns.length).toBeGreaterThan(10);
    const kinds = new Map([
      ["boolean", "boolean"],
      ["integer", "number"],
      ["number", "number"],
      ["string", "string"],
      ["array", "object"],
    ]);
    for (const { at, type, default: value } of columns) {
      expect({ at, kind: typeof value }).toEqual({ at, kind: kinds.get(type ?? "") ?? typeof value });
      // A cast or a call in a value would be SQL.
      expect({ at, sql: /::|\(/.test(String(value)) }).toEqual({ at, sql: false });
    }
  },
);
