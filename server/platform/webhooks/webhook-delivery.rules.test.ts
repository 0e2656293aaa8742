import { expect, test } from "vitest";
import { meaningOf, pauseAfter, signatureOf } from "./webhook-delivery.rules.ts";

// Covers: alert.4
test("a signature is HMAC-SHA256 over the second and the body, as docs/alerts.md says", () => {
  // Computed with: printf '1763805600.{"id":"1"}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureOf("whsec_test", new Date(1_763_805_600_999), '{"id":"1"}')).toEqual({
    name: "portal-signature",
    value: "t=1763805600,v1=1dd46434b4eb19edc02128a1d3f3bb02e938d71336af3736a42e53fb3e9c16c5",
  });
});

test("pauses double from five seconds to an hour, a fifth longer at most", () => {
  const pause = (attempts: number, random = 0) => pauseAfter(attempts, { retryAfterMs: null, random });
  expect([1, 2, 3, 10, 11, 500].map((n) => pause(n))).toEqual([5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000]);
  expect(pause(1, 1)).toBe(6_000);
});

test("a receiver that says when it wants to be asked again is believed, up to an hour", () => {
  expect(pauseAfter(1, { retryAfterMs: 60_000, random: 0 })).toBe(60_000);
  expect(pauseAfter(1, { retryAfterMs: 900_000_000, random: 0 })).toBe(4_320_000);
  expect(pauseAfter(9, { retryAfterMs: 1, random: 0 })).toBe(1_280_000);
});

test("only 2xx takes a post, and only 410 refuses it for good", () => {
  expect([200, 204, 301, 308, 400, 404, 410, 429, 500].map(meaningOf)).toEqual([
    "taken",
    "taken",
    "again",
    "again",
    "again",
    "again",
    "gone",
    "again",
    "again",
  ]);
});
