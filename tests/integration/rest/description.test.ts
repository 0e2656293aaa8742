// The schema as a script learns it: the root's description by the caller's own grants, and the published types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ArgumentsOf, SqlCall, SqlFunction } from "#contract/define-sql-call.ts";
import { searchEndUsers } from "#contract/functions/search-end-users.ts";
import type { OrgAdminDatabase } from "#contract/generated/org-admin.ts";
import { logNames } from "#contract/log-search.ts";
import { auditActors, auditPage, auditRows, auditStatus, recordExport } from "#contract/tables/audit.ts";
import { doorCodes } from "#contract/tables/door-codes.ts";
import { driftList } from "#contract/tables/drift-reports.ts";
import { firstSteps } from "#contract/tables/first-steps.ts";
import { passagesPerHour } from "#contract/tables/passages-per-hour.ts";
import { platesToCorrect } from "#contract/tables/plates-to-correct.ts";
import { controllerStates, syncQueue, syncSummary } from "#contract/tables/sync-status.ts";
import { databaseTypes } from "#scripts/lib/database-types.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { type RestRig, startRest } from "./rest-rig.ts";

const field = z.object({
  format: z.string(),
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  description: z.string().optional(),
});
const openApi = z.object({
  swagger: z.literal("2.0"),
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(z.unknown()).optional() }))),
  definitions: z.record(
    z.string(),
    z.object({ required: z.array(z.string()).optional(), properties: z.record(z.string(), field) }),
  ),
  parameters: z.record(z.string(), z.unknown()),
});

let rig: RestRig;
let portal: TestPortal;
beforeAll(async () => {
  [rig, portal] = await Promise.all([startRest(), startTestPortal()]);
});
afterAll(() => Promise.all([rig.stop(), portal.close()]));

describe("the root of a schema", () => {
  test("describes tables, keys, types and calls, and leaves out what the role may not touch", async () => {
    const { status, headers, body } = await rig.fetch("/");
    expect({ status, type: headers.get("content-type") }).toEqual({
      status: 200,
      type: "application/openapi+json; charset=utf-8",
    });
    const { paths, definitions, parameters } = openApi.parse(body);
    expect(Object.keys(definitions)).toContain("members");
    expect(Object.keys(definitions)).not.toContain("private");
    expect(Object.keys(definitions["half_open"]?.properties ?? {})).toEqual(["id", "shown", "kept"]);
    expect(Object.keys(parameters)).toContain("rowFilter.half_open.shown");
    expect(Object.keys(parameters)).not.toContain("rowFilter.half_open.kept");
    expect(definitions["members"]?.properties).toMatchObject({
      username: { format: "text", type: "string", description: expect.stringContaining("<pk/>") },
      mood: { enum: ["calm", "wild"] },
      points: { format: "integer", type: "integer" },
      tags: { format: "text[]", type: "array" },
      data: { format: "jsonb" },
    });
    expect(definitions["posts"]?.properties["username"]?.description).toContain(
      "<fk table='members' column='username'/>",
    );
    expect(definitions["posts"]?.required).toEqual(["id", "username", "room_id"]);
    expect(Object.keys(paths["/all_names"] ?? {})).toEqual(["get"]);
    expect(Object.keys(paths["/posts"] ?? {}).sort()).toEqual(["delete", "get", "patch", "post"]);
    expect(Object.keys(paths["/rpc/add"] ?? {})).toEqual(["get", "post"]);
    expect(Object.keys(paths["/rpc/rename"] ?? {})).toEqual(["post"]);
    expect(Object.keys(paths)).not.toContain("/rpc/post_count");
  });

  test("answers HEAD without a body, and no other media type", async () => {
    expect(await rig.fetch("/", { method: "HEAD" })).toMatchObject({ status: 200, body: null });
    expect((await rig.fetch("/", { headers: { accept: "text/csv" } })).status).toBe(406);
  });
});

describe("the portal's root", () => {
  const described = async (account: { email: string; password: string }) => {
    const client = await signedInClient(portal.url, account);
    const { data } = await client.auth.getSession();
    const reply = await fetch(`${portal.url}/rest/v1/`, {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    return openApi.parse(await reply.json());
  };

  test("shows each role what is theirs, and nobody who is not signed in", async () => {
    expect((await fetch(`${portal.url}/rest/v1/`)).status).toBe(401);
    const [system, org] = [await described(portal.accounts.system), await described(portal.accounts.nord)];
    expect(Object.keys(system.definitions).length).toBeGreaterThan(Object.keys(org.definitions).length);
    expect(Object.keys(org.definitions["controllers"]?.properties ?? {})).not.toContain("username");
    expect(Object.keys(system.definitions["controllers"]?.properties ?? {})).toContain("username");
    for (const { parameters } of [system, org]) {
      const secret = /[.](pin_grams|\w*_hash|display_value|password_mask|code_mask|pin_mask)$/;
      expect(Object.keys(parameters).filter((name) => secret.test(name))).toEqual([]);
    }
  });
});

describe("the published types", () => {
  test("are what the database is now (npm run types)", async () => {
    for (const [file, text] of await databaseTypes(portal.admin))
      expect(readFileSync(join(import.meta.dirname, "../../../contract/generated", file), "utf8")).toBe(text);
  });

  test("are taken by supabase-js, which then knows rows, embeds and what may be written", async () => {
    const client = createClient<OrgAdminDatabase>(portal.url, "portal", { auth: { persistSession: false } });
    await client.auth.signInWithPassword(portal.accounts.nord);
    const { data, error } = await client.from("end_users").select("first_name, credentials(credential_type, enabled)");
    expect(error).toBeNull();
    const names: string[] | undefined = data?.map((person) => person.first_name);
    const kinds: string[] | undefined = data?.flatMap((person) => person.credentials.map((one) => one.credential_type));
    expect({ names, kinds }).toEqual({ names: [], kinds: [] });
    // @ts-expect-error an org admin reads no such column
    const hidden = await client.from("controllers").select("id").eq("password_encrypted", "x");
    expect(hidden.error?.code).toBe("42501");
    // @ts-expect-error an org admin makes no controllers
    const made = await client.from("controllers").insert({ name: "x", device_type: "axis", device_ip: "192.0.2.1" });
    expect(made.error).not.toBeNull();
    const counted = await client.rpc("sync_summary");
    const synced: number | null | undefined = counted.data?.[0]?.synced;
    expect(synced).toBeNull();
  });
});

describe("the contract of SQL functions", () => {
  let client: SupabaseClient;
  beforeAll(async () => {
    client = await signedInClient(portal.url, portal.accounts.system);
  });

  /** Returns the answer, and checks that it has the contract's columns and no others. */
  async function answered<Name extends SqlFunction, Answer>(
    { name, reply, isOneRow }: SqlCall<Name, Answer>,
    input: ArgumentsOf<Name>,
  ): Promise<Answer> {
    const call = client.rpc(name, { ...input });
    const { data, error } = await (isOneRow ? call.single() : call);
    expect(error, name).toBeNull();
    const read = reply.parse(data);
    expect(read, name).toEqual(data);
    return read;
  }

  test("reads all that they answer", async () => {
    const { rows } = await answered(auditPage, {});
    await answered(auditRows, { id: rows[0]?.id ?? null });
    await answered(auditActors, {});
    await answered(auditStatus, {});
    await answered(recordExport, { list: "audit", filters: {} });
    await answered(controllerStates, {});
    await answered(syncSummary, { with_synced: true });
    await answered(syncQueue, {});
    await answered(driftList, {});
    await answered(doorCodes, { controllers: [] });
    await answered(passagesPerHour, { since: new Date().toISOString() });
    await answered(platesToCorrect, {});
    expect((await answered(firstSteps, {})).organization).not.toBeNull();
    expect(await answered(logNames, { words: ["brf"] })).toMatchObject([{}]);
    expect(await answered(searchEndUsers, { query: "" })).toMatchObject({ ids: [] });
  });
});
