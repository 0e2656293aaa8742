// `npm run field-kit` as a person runs it, at a controller that knows no TLS 1.2.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";

let folder: string;
let unit: AxisSimulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-kit-"));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => unit.close());

/** As it shows it itself. */
const certificate = () => unit.certSha256 ?? "";
const start = async (options: Pick<AxisSimulatorOptions, "tlsVersion">) => {
  unit = await startAxisSimulator({ model: "A1001", https: true, doors: 1, ...options });
};

function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  const place = ["--address", `https://127.0.0.1:${unit.port}`, "--user", "portal"];
  const command = ["scripts/field-kit.ts", ...place, "--out", join(folder, "kit.json"), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env["PATH"], FIELD_KIT_PASSWORD: "S3cret-pass" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
}

test("it is refused with what to do, and examined with its certificate once that is allowed", async () => {
  await start({ tlsVersion: "TLSv1" });
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("run again with --allow-old-tls") });
  expect(refused.said).toContain("known weaknesses");
  // The certificate alone allows nothing, and the exception alone sends no password.
  expect(await run("--fingerprint", certificate())).toMatchObject({ code: 1 });
  const shown = await run("--allow-old-tls");
  expect(shown).toMatchObject({
    code: 1,
    said: expect.stringContaining(`--fingerprint ${certificate()} --allow-old-tls`),
  });
  expect(shown.said).toContain("known weaknesses");
  expect(await run("--allow-old-tls", "--fingerprint", "a".repeat(64))).toMatchObject({ code: 1 });
  expect(unit.requests.total()).toBe(0);

  const asked = await run("--allow-old-tls", "--fingerprint", certificate());
  expect(asked.code, asked.said).toBe(0);
  expect(asked.said).toMatch(/The controller speaks TLS 1\.0\.\n.*known weaknesses/);
  expect(asked.said).toContain("kit.json");
  expect(unit.requests.total()).toBeGreaterThan(0);
});

test("one that knows more is spoken to as without the exception, which is said not to be needed", async () => {
  await start({});
  const asked = await run("--allow-old-tls", "--fingerprint", certificate());
  expect(asked.code, asked.said).toBe(0);
  expect(asked.said).toContain("--allow-old-tls is not needed: the controller speaks TLS 1.3.");
  expect(asked.said).not.toContain("known weaknesses");
});
