// Tests the words for a unit's health. ../device-health.test.ts tests the clock's error; tests/integration/alerts/controller-alerts.test.ts
// and tests/integration/drivers/axis-events.test.ts test its measurement and alerts.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { definitions } from "#tests/components/definitions.ts";
import { CONTROLLER_ID, deviceFacts } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import type { OwnEvent } from "../api/device-health.ts";
import { DeviceHealthStrip } from "./device-health.tsx";

const DAY_MS = 86_400_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const event = (part: Partial<OwnEvent> = {}): OwnEvent => ({
  occurred_at: hoursAgo(3),
  gap_cause: null,
  gap_from: null,
  ...part,
});

/** Answers with the controller's own log, by kind; empty for other kinds. */
function answerHealth(skewMs: number | null, events: Readonly<Record<string, OwnEvent>> = {}) {
  answerWith({
    "GET /rest/v1/door_event_cursors\\?": page([{ clock_skew_ms: skewMs }]),
    "GET /rest/v1/door_events\\?": ({ address }) => {
      const found = events[/kind=eq\.([a-z_]+)/.exec(address)?.[1] ?? ""];
      return found ? [found] : [];
    },
  });
}

async function showStrip(part: Partial<DeviceFacts> = {}) {
  await show(<DeviceHealthStrip controllerId={CONTROLLER_ID} facts={{ ...deviceFacts, ...part }} />);
}

test("a controller's strip says its clock, its restart, its certificate, a gap, tampering and a battery", async () => {
  answerHealth(120_000, {
    controller_restarted: event(),
    tamper: event(),
    battery_low: event(),
    gap: event({ occurred_at: "2026-11-20T15:40:00Z", gap_cause: "reset", gap_from: "2026-11-20T15:31:00Z" }),
  });
  await showStrip({ cert_valid_to: new Date(Date.now() + 20 * DAY_MS).toISOString(), last_sync: hoursAgo(4) });
  await screen.findByText("Sabotage");
  expect(definitions()).toEqual({
    "Senaste kontakt": "för 4 timmar sedan",
    "Senaste omstart": "för 3 timmar sedan",
    Klocka: "Klockan går 2 min före",
    "Senaste lucka i loggen": "2026-11-20 16:31–16:40",
    Sabotage: "för 3 timmar sedan",
    "Svagt batteri i en läsare": "för 3 timmar sedan",
    Certifikat: expect.stringMatching(/^giltigt till \d{4}-\d\d-\d\d$/),
    Programvara: "1.84",
  });
  // Only facts that need attention have a warning sign.
  const troubled = [...document.querySelectorAll("dd")].filter((dd) => dd.querySelector("svg") !== null);
  expect(troubled.map(({ previousElementSibling }) => previousElementSibling?.textContent)).toEqual([
    "Klocka",
    "Sabotage",
    "Svagt batteri i en läsare",
    "Certifikat",
  ]);
  expect(askedOf(/door_events\?/)).toHaveLength(4);
  await expectAccessible();
});

test("a controller that is well has nothing to look at, and what was measured since comes by itself", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    answerHealth(null);
    await showStrip();
    await screen.findByText("Klocka");
    const none = "Ingen i loggen";
    expect(definitions()).toMatchObject({
      Klocka: "Inte avläst",
      "Senaste omstart": none,
      "Senaste lucka i loggen": none,
    });
    expect(definitions()).not.toHaveProperty("Sabotage");
    expect(document.querySelectorAll("dd svg")).toHaveLength(0);
    answerHealth(-90_000);
    await vi.advanceTimersByTimeAsync(15_000);
    await screen.findByText(/^Klockan går 2\smin efter$/);
  } finally {
    vi.useRealTimers();
  }
});

test("a gate's strip says that its camera's clock shuts people out, in seconds", async () => {
  answerWith({ "GET /rest/v1/door_event": page([]) });
  await showStrip({ push_skew_ms: -6_400, cert_valid_to: null });
  const clock = await screen.findByText(/^Klockan går 6\ss efter$/);
  expect(clock.closest("dd")?.querySelector("svg")).not.toBeNull();
  await expectAccessible();
});

test("a log that cannot be read is said so beside what is known", async () => {
  answerWith({ "GET /rest/v1/door_event": json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  await showStrip();
  await screen.findByText("1.84");
  await expect.poll(() => definitions()).toHaveProperty("Enhetens logg");
});
