// A misspelt key is refused, never ignored, because a call without the key would do more. Tests every optional key of every function.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { searchEndUsersRequest } from "#contract/functions/search-end-users-request.ts";
import { unknownKey } from "#server/platform/functions/unknown-key.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { OPERATIONS } from "./function-actions.ts";

const shape = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** Returns the paths of every optional key that an operation takes. */
function optionalKeys(json: unknown, path: readonly string[] = []): (readonly string[])[] {
  const { properties = {}, required = [] } = shape.parse(json);
  return Object.entries(properties).flatMap(([key, property]) =>
    required.includes(key) ? optionalKeys(property, [...path, key]) : [[...path, key]],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns the body with an unknown key added at the path. */
function withKey(body: unknown, [key = "", ...below]: readonly string[]): unknown {
  if (!isObject(body)) return body;
  return below.length === 0 ? { ...body, [key]: "x" } : { ...body, [key]: withKey(body[key], below) };
}

const cases = OPERATIONS.flatMap((operation) =>
  optionalKeys(z.toJSONSchema(operation.schema, { io: "input", unrepresentable: "any" })).map((path) => ({
    ...operation,
    path,
    name: `${operation.fn.name} ${operation.action ?? ""} ${path.join(".")}`,
  })),
);

test("there are operations with optional keys, among them those that narrow", () => {
  const names = cases.map(({ name }) => name);
  for (const narrowing of [
    "sync-control SYNC_NOW controller_id",
    "restore-control INSPECT controller_id",
    "restore-control CONFIRM grant_again",
    "end-user-manager SWITCH_MANY credential_ids",
    "end-user-manager UPDATE seen_at",
    "controller-manager ROTATE_WEBHOOK end_on_first_use",
  ])
    expect(names).toContain(narrowing);
});

test.each(cases)("$name", ({ fn, body, path }) => {
  expect(unknownKey(fn.input, body)).toBeNull();
  const misspelt = [...path.slice(0, -1), `${path.at(-1)}s`];
  expect(unknownKey(fn.input, withKey(body, misspelt))).toBe(misspelt.join("."));
});

describe("over HTTP", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal.close());

  test("the refusal names the key, and nothing is done", async () => {
    const system = await signedInClient(portal.url, portal.accounts.system);
    const asked = await system.functions.invoke("sync-control", {
      body: { action: "SYNC_NOW", controllerId: "00000000-0000-4000-8000-000000000001" },
      headers: { "accept-language": "en" },
    });
    expect(asked.response?.status).toBe(400);
    expect(await asked.response?.json()).toMatchObject({ reason: "field_unknown", field: "controllerId" });
  });

  /** Routes that replace a table call refuse the same keys. A new route needs a row here. */
  const HOST_ROUTES: Readonly<Record<string, readonly string[]>> = {
    search_end_users: Object.keys(searchEndUsersRequest.shape),
  };

  test("every route in the table layer's place is listed", () => {
    const server = join(import.meta.dirname, "../../../server");
    const found = readdirSync(server, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(join(server, file), "utf8").matchAll(/\.(?:get|post|all)\(\s*["'`]\/rpc\/(\w+)/g),
      ])
      .map(([, name]) => name);
    expect(found).toEqual(Object.keys(HOST_ROUTES));
  });

  const call = async (name: string, body: unknown, path = "", headers: Record<string, string> = {}) => {
    const client = await signedInClient(portal.url, portal.accounts.nord);
    const { data } = await client.auth.getSession();
    const reply = await fetch(`${portal.url}/rest/v1/rpc/${name}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json() };
  };

  test.each(Object.entries(HOST_ROUTES))("%s refuses each of its arguments misspelt", async (name, names) => {
    expect(await call(name, {})).toMatchObject({ status: 200 });
    for (const argument of names) {
      const misspelt = `${argument}s`;
      expect(await call(name, { [misspelt]: null })).toEqual({
        status: 404,
        body: {
          code: "PGRST202",
          message: `Could not find the function public.${name}(${misspelt}) in the schema cache`,
          details: expect.stringContaining(misspelt),
          hint: null,
        },
      });
    }
  });

  test.each([
    ["an unknown preference that is to be obeyed", "", { prefer: "handling=strict, nonsense=1" }, 400, "PGRST122"],
    ["a media type that nobody makes", "", { accept: "image/png" }, 406, "PGRST107"],
    ["another schema", "", { "content-profile": "private" }, 406, "PGRST106"],
    ["a column of the answer", "?select=ids", {}, 400, "42703"],
    ["a condition on the answer", "?ids=eq.1", {}, 400, "42703"],
  ] as const)("they refuse %s", async (_name, path, headers, status, code) => {
    for (const name of Object.keys(HOST_ROUTES))
      expect(await call(name, {}, path, headers)).toMatchObject({ status, body: { code } });
    // The table layer itself gives this answer.
    expect(
      await call("log_names", { words: ["a"] }, path === "?select=ids" ? "?select=none" : path, headers),
    ).toMatchObject({ status, body: { code } });
  });
});
