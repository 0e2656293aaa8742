import fastify from "fastify";
import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

async function portal() {
  const app = fastify();
  await app.register(securityHeaders, { publicUrl: "https://portal.example" });
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send("<!doctype html>"));
  app.get("/rest", () => ({}));
  return app;
}

test("the page may make one Trusted Types policy, and nothing else takes text for script", async () => {
  const { headers } = await (await portal()).inject("/");
  expect(headers["content-security-policy"]?.toString().split(";")).toEqual(
    expect.arrayContaining(["trusted-types default", "require-trusted-types-for 'script'", "default-src 'none'"]),
  );
});

test("a document may use passkeys and the clipboard of its own origin, and nothing that it does not use", async () => {
  const { headers } = await (await portal()).inject("/");
  const features = new Map(
    headers["permissions-policy"]
      ?.toString()
      .split(", ")
      .map((one) => [one.split("=")[0], one.split("=")[1]]),
  );
  expect([...features].filter(([, who]) => who !== "()")).toEqual([
    ["publickey-credentials-create", "(self)"],
    ["publickey-credentials-get", "(self)"],
    ["clipboard-write", "(self)"],
    ["aria-notify", "(self)"],
  ]);
  for (const feature of ["camera", "microphone", "geolocation", "usb", "serial", "payment", "clipboard-read"])
    expect(features.get(feature)).toBe("()");
});

test("an answer of the API does not carry the document's header", async () => {
  expect((await (await portal()).inject("/rest")).headers).not.toHaveProperty("permissions-policy");
});
