// Tests a controller's stored facts; device-health.test.tsx tests its health. tests/integration/controllers/find-connection.test.ts tests
// what the server stores.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { definitions } from "#tests/components/definitions.ts";
import { CONTROLLER_ID, deviceFacts } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { DeviceFactsPanel } from "./device-facts.tsx";

test("a saved controller shows its unit, its accepted certificate with date, and its last answer", async () => {
  answerWith({
    "GET /rest/v1/controllers\\?": {
      ...deviceFacts,
      model: "A1601",
      firmware: "10.12.236",
      serial: "ACCC8EA0A101",
      cert_sha256: "0f".repeat(32),
      cert_subject: "axis-accc8ea0a101",
      cert_valid_to: "2050-01-01T12:00:00Z",
      cert_accepted_at: "2026-11-20T12:00:00Z",
      last_sync: new Date().toISOString(),
    },
    "GET /rest/v1/door_event_cursors\\?": page([{ clock_skew_ms: null }]),
    "GET /rest/v1/door_events\\?": [],
  });
  await show(<DeviceFactsPanel controllerId={CONTROLLER_ID} />);
  await screen.findByText("A1601");
  await screen.findByText("nyss");
  expect(definitions()).toMatchObject({
    "Senaste kontakt": "nyss",
    Modell: "A1601",
    Programvara: "10.12.236",
    Serienummer: "ACCC8EA0A101",
    Certifikat: "giltigt till 2050-01-01",
  });
  expect(screen.getByText(Array(32).fill("0F").join(":"))).toBeTruthy();
  expect(screen.getByText("axis-accc8ea0a101")).toBeTruthy();
  expect(screen.getByText("Godkänt 2026-11-20.")).toBeTruthy();
  await expectAccessible();
});

// Covers: page.8
test("a unit on the network of another controller leads to the removal of either", async () => {
  const other = "00000000-0000-4000-8000-00000000c0d2";
  answerWith({
    "GET /rest/v1/controllers\\?": ({ address }) =>
      address.includes(other) ? { name: "Kajen" } : { ...deviceFacts, shares_system_with: other },
    "GET /rest/v1/door_event_cursors\\?": page([{ clock_skew_ms: null }]),
    "GET /rest/v1/door_events\\?": [],
  });
  await show(<DeviceFactsPanel controllerId={CONTROLLER_ID} />);
  const lead = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await lead("Ta bort den här styrenheten")).toBe(`/system-admin/controllers?remove=${CONTROLLER_ID}`);
  expect(await lead("Ta bort Kajen")).toBe(`/system-admin/controllers?remove=${other}`);
  await expectAccessible();
});
