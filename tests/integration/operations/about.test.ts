import { afterAll, beforeAll, expect, test } from "vitest";
import { about } from "#contract/functions/about.ts";
import { VERSION } from "#server/platform/version.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;

beforeAll(async () => {
  portal = await startTestPortal({
    env: { SECURITY_CONTACT: "sakerhet@exempel.se", SUPPORT_CONTACT: "https://exempel.se/hjalp" },
  });
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

// Covers: running.30
test("every administrator reads the version and the contacts, and nobody else does", async () => {
  for (const client of [world.system, world.nord]) {
    const { data } = await client.functions.invoke<unknown>("about", { method: "GET" });
    expect(about.reply.parse(data)).toEqual({
      success: true,
      version: VERSION,
      supported_until: null,
      support_contact: "https://exempel.se/hjalp",
      security_contact: "mailto:sakerhet@exempel.se",
    });
  }
  expect((await fetch(`${portal.server.url}/functions/v1/about`)).status).toBe(401);
});

test("a finder of a vulnerability is told whom to write to, for less than a year", async () => {
  const reply = await fetch(`${portal.server.url}/.well-known/security.txt`);
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries(
    (await reply.text())
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:sakerhet@exempel.se",
    Canonical: expect.stringMatching(/\/\.well-known\/security\.txt$/),
  });
  const days = (Date.parse(fields["Expires"] ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
