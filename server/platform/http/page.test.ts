import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { pagePlugin } from "./page.ts";

const root = await mkdtemp(join(tmpdir(), "access-portal-page-"));
const folder = join(root, "web");
await mkdir(join(folder, "assets"), { recursive: true });
await writeFile(join(folder, "index.html"), "the page");
await writeFile(join(folder, "assets/main-a1.js"), "plain");
await writeFile(join(folder, "assets/main-a1.js.br"), "compressed");
await writeFile(join(root, "secret.txt"), "not of the page");
const app = Fastify();
app.setErrorHandler((_error, _request, reply) => reply.code(404).send("refused"));
await app.register(pagePlugin, { folder });
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("a hashed file comes compressed where that is taken, and is kept for ever", async () => {
  const compressed = await get("/assets/main-a1.js?v=1", { "accept-encoding": "br" });
  expect([compressed.body, compressed.headers["content-encoding"]]).toEqual(["compressed", "br"]);
  expect(compressed.headers["content-type"]).toContain("javascript");
  const plain = await get("/assets/main-a1.js");
  expect([plain.body, plain.headers["cache-control"]]).toEqual(["plain", "public, max-age=31536000, immutable"]);
});

test.each(["/", "/index.html", "/system-admin/end-users", "/system-admin/end-users?page=2"])(
  "%s is the page, asked for anew each time",
  async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.body, reply.headers["cache-control"]]).toEqual([200, "the page", "no-cache"]);
  },
);

test.each(["/assets/main-old.js", "/rest/v1/none", "/functions/v1/none"])("%s is not the page", async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%252e%252e%252fsecret.txt",
  "/assets/..%5c..%5csecret.txt",
  "//secret.txt",
  "/%00",
  "/%E0%A4%A",
])("%s reaches nothing beside the page", async (url) => {
  expect((await get(url)).body).not.toContain("not of the page");
});
