import Fastify from "fastify";
import { expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { loadConfig } from "#server/platform/config.ts";
import { securityText, securityTextPlugin } from "./security-text.route.ts";

test("a portal without a security contact has no such file", async () => {
  const answers = await Promise.all(
    [{}, { SECURITY_CONTACT: "sakerhet@exempel.se" }].map(async (env) => {
      const http = Fastify();
      const deps = { config: loadConfig(env), clock: systemClock };
      await http.register(securityTextPlugin, { deps, publicUrl: "https://portal.exempel.se" });
      return (await http.inject("/.well-known/security.txt")).statusCode;
    }),
  );
  expect(answers).toEqual([404, 200]);
});

test("the file expires half a year after it was asked for", () => {
  const text = securityText("https://exempel.se/s", "https://portal.exempel.se", new Date("2026-11-29T10:00:00.123Z"));
  expect(text).toBe(
    "Contact: https://exempel.se/s\nExpires: 2027-05-28T10:00:00Z\nPreferred-Languages: sv, en\n" +
      "Canonical: https://portal.exempel.se/.well-known/security.txt\n",
  );
});

test("a contact of another kind stops the start; an email address needs no mailto:", () => {
  expect(loadConfig({})).toMatchObject({ securityContact: null, supportContact: null });
  expect(loadConfig({ SUPPORT_CONTACT: " hjalp@exempel.se " }).supportContact).toBe("mailto:hjalp@exempel.se");
  for (const address of ["http://exempel.se", "ring oss", "mailto:a b@c.se", "javascript:alert(1)", "tel:+4681"])
    expect(() => loadConfig({ SECURITY_CONTACT: address })).toThrow(/SECURITY_CONTACT/);
});
