import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase, testCluster } from "#tests/support/cluster.ts";
import { type RestRig, startRest } from "./rest-rig.ts";

let rig: RestRig;
const started: ChildProcess[] = [];
beforeAll(async () => {
  rig = await startRest();
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rig.stop();
});

function run(...args: string[]): { child: ChildProcess; firstLine: Promise<string> } {
  const child = spawn(process.execPath, ["scripts/rest.ts", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  const firstLine = new Promise<string>((resolve) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("\n")) resolve(said.split("\n")[0] ?? "");
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
  });
  return { child, firstLine };
}

test("someone can point it at a schema and a role, use it from two addresses with claims, and stop it", async () => {
  const database = onDatabase(testCluster().adminUrl, rig.database);
  const { child, firstLine } = run(
    "--database",
    database,
    "--schema",
    "library",
    "--role",
    rig.role,
    "--port",
    "0",
    "--jwt-claims",
    '{"sub":"bo"}',
  );
  const line = await firstLine;
  expect(line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/rest\/v1$/);
  const url = line.slice("ready ".length);
  const client = createClient(url.replace("/rest/v1", ""), "any-key", {
    db: { schema: "library" },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  expect((await client.from("notes").select("words")).data).toEqual([{ words: "yours" }]);
  expect((await client.rpc("add", { a: 1 })).data).toBe(2);
  const root = await fetch(url.replace("/rest/v1", "/rooms?select=slug&id=eq.1"));
  expect(await root.json()).toEqual([{ slug: "public" }]);
  const end = once(child, "exit");
  child.kill("SIGTERM");
  expect(await end).toEqual([0, null]);
});

test("without a database it prints how to call it", async () => {
  const { child, firstLine } = run("--role", "x");
  const end = once(child, "exit");
  expect(await firstLine).toContain("npm run rest -- --database URL");
  expect(await end).toEqual([2, null]);
});
