// `npm run field-kit` and the replay of its transcript as a person runs them.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { nodeEnvironment } from "#scripts/node-options.mjs";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";

let folder: string;
let unit: AxisSimulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-kit-"));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => unit.close());

/** Returns the unit's certificate as the unit shows it. */
const certificate = () => unit.certSha256 ?? "";
const start = async (options: Pick<AxisSimulatorOptions, "tlsVersion">) => {
  unit = await startAxisSimulator({ model: "A1001", https: true, doors: 1, ...options });
};

interface Running {
  child: ChildProcess;
  said: () => string;
  ended: Promise<{ code: number | null; said: string }>;
}

function begin(command: readonly string[]): Running {
  const child = spawn(process.execPath, command, {
    env: nodeEnvironment({ PATH: process.env["PATH"], FIELD_KIT_PASSWORD: "S3cret-pass" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
  return { child, said: () => said, ended };
}

function beginKit(...args: string[]): Running {
  const place = ["--address", unit.url, "--user", "portal"];
  return begin(["scripts/field-kit.ts", ...place, "--out", join(folder, "kit.json"), ...args]);
}

const run = (...args: string[]) => beginKit(...args).ended;

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

test("killed in the middle of a trial it leaves what the next run names, and --clean removes it", async () => {
  await start({});
  const fingerprint = ["--fingerprint", certificate()];
  const left = () =>
    [...unit.users(), ...unit.credentials(), ...unit.accessProfiles()]
      .map(({ token }) => token)
      .filter((token) => token.startsWith("wp-test"));
  unit.faults.once({ kind: "hang-after" }, "pacsaxis:SetCredential");
  const trial = beginKit("--try", "1", ...fingerprint);
  await vi.waitFor(() => expect(left()).toContain("wp-test-credential"), { timeout: paced(60_000) });
  trial.child.kill("SIGKILL");
  await trial.ended;
  expect(left()).toEqual(["wp-test-user", "wp-test-credential", "wp-test-profile"]);

  const next = await run(...fingerprint);
  expect(next.code, next.said).toBe(2);
  expect(next.said).toContain(
    "Left on the unit by a trial: wp-test-credential, wp-test-user, wp-test-profile. Run npm run field-kit with --clean.",
  );
  expect((await run("--clean", ...fingerprint)).code).toBe(0);
  expect(left()).toEqual([]);
});

describe("npm run simulators -- --replay", () => {
  const file = () => join(folder, "kit.json");
  const beginReplay = () => begin(["scripts/simulators.ts", "--replay", file()]);

  test("starts the device of a transcript, with the account that it says", async () => {
    await start({});
    expect((await run("--fingerprint", certificate())).code).toBe(0);
    const replay = beginReplay();
    try {
      const url = await vi.waitFor(() => {
        const found = /^ready (.+)$/m.exec(replay.said())?.[1];
        if (found === undefined) throw new Error(`not ready: ${replay.said()}`);
        return found;
      }, paced(60_000));
      const driver = createAxisDriver(
        {
          baseUrl: new URL(url),
          username: "root",
          password: "replay",
          certSha256: null,
          serial: null,
          allowPlainHttp: false,
        },
        { network: createNetworkPolicy({ allow: [], allowLoopback: true }), clock: systemClock },
      );
      expect(await driver.identify()).toMatchObject({ model: "A1001", units: 1 });
      await driver.close();
    } finally {
      replay.child.kill("SIGTERM");
    }
    expect((await replay.ended).code).toBe(0);
  });

  test.each([
    ['{"format":"field-kit","version":2}', "version 2 and this is a reader of version 1. Run both commands from"],
    ["PIN;4711", "it is no transcript of npm run field-kit"],
  ])("says of %s what is wrong and what to do, without a stack", async (text, why) => {
    await start({});
    await writeFile(file(), text);
    const { code, said } = await beginReplay().ended;
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
    expect(said).not.toMatch(/^ +at |4711/m);
  });
});
