import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { definitions } from "#tests/components/definitions.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const DAY_MS = 86_400_000;

async function showStatus(status: OperationsStatus): Promise<void> {
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ "POST /functions/v1/": () => never, "GET /functions/v1/operations-status": status });
  await openPage("/system-admin/operations", "system_admin");
  await screen.findByText("Version");
}

const WARNINGS = [
  /Uppdatera servern/,
  /Certifikatet går snart ut/,
  /Disken är snart full/,
  /äldre än ett dygn/,
  /Gör en under Säkerhetskopior/,
  /All synkning är pausad/,
  /SMTP_URL/,
];
const warnings = () => WARNINGS.filter((words) => screen.queryByText(words) !== null);

// Covers: running.17
test("the portal, its database, disk and work are described in words, without a warning when all is well", async () => {
  await showStatus(wellStatus(Date.now()));
  expect(definitions()).toMatchObject({
    Version: "4.5.6",
    Startad: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
    "Node och PostgreSQL": "24.4.1, 17.5",
    "Databasens schema": "212",
    Certifikat: expect.stringMatching(/^portal\.example, går ut \d{4}-\d\d-\d\d$/),
    "Databasens storlek": "31,5 MB",
    "Ledigt på disken": "80 GB av 100 GB",
    "Senaste säkerhetskopia": "för 2 timmar sedan, 4,2 MB",
    // The gate has not been asked to open: it is neither online nor offline.
    Styrenheter: "1 svarar, 0 svarar inte",
    "Synkning pågår mot": "2 styrenheter, 3 väntar på sin tur",
    "Ändringar på väg till enheter": "0 väntar, 0 misslyckades senast",
    "Äldsta borttagning": "Ingen väntar",
    "Mail i kö": "4 väntar, 0 kunde inte skickas det senaste dygnet",
  });
  expect(warnings()).toEqual([]);
  await expectAccessible();
});

// Covers: running.17
test("warnings name an old back-up, a full disk, a newer schema, an ending certificate and dead mail", async () => {
  const now = Date.now();
  const well = wellStatus(now);
  await showStatus({
    ...well,
    schema: { code: 211, database: 212 },
    certificate: { host: "portal.example", valid_to: new Date(now + 13 * DAY_MS).toISOString() },
    disk: { free: 9, total: 100 },
    backup: { taken_at: new Date(now - 3 * DAY_MS).toISOString(), bytes: 4_200_000, rows: 12, file_name: "gammal" },
    workers: { ...well.workers, paused: true },
    mail: { ...well.mail, configured: false },
  });
  expect(definitions()["Senaste säkerhetskopia"]).toBe("för 3 dagar sedan, 4,2 MB");
  expect(warnings()).toEqual(WARNINGS);
  expect(screen.getByText("Databasen är på 212, den här servern känner till 211. Uppdatera servern.")).toBeTruthy();
  await expectAccessible();
});

test("a portal without https, and without a back-up, says so", async () => {
  await showStatus({ ...wellStatus(Date.now()), certificate: null, backup: null });
  expect(definitions()).toMatchObject({
    Certifikat: "Portalen nås utan https, eller svarade inte på sin egen adress",
    "Senaste säkerhetskopia": "Ingen säkerhetskopia är gjord.",
  });
  expect(warnings()).toEqual([/Gör en under Säkerhetskopior/]);
});
