// tests/integration/tls/portal-tls.test.ts tests the server's half.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

async function openCard(tls: Partial<OperationsStatus["tls"]>) {
  const { promise: never } = Promise.withResolvers<Response>();
  const status = wellStatus(Date.now());
  answerWith({
    "POST /functions/v1/": () => never,
    "GET /functions/v1/operations-status": { ...status, tls: { ...status.tls, ...tls } },
  });
  const user = await openPage("/system-admin/operations", "system_admin");
  const card = (await screen.findByRole("heading", { name: "TLS" })).closest("section");
  if (!card) throw new Error("the card is not there");
  return { user, card: within(card) };
}

const INTERNAL = {
  source: "internal" as const,
  names: ["portal.example", "192.168.1.10"],
  valid_to: "2027-02-27T06:00:00Z",
  redirect_port: 80,
  authority: { sha256: "ab".repeat(32), valid_to: "2046-11-29T06:00:00Z" },
} satisfies Partial<OperationsStatus["tls"]>;

// Covers: running.33
test("the portal's own authority is handed out with its fingerprint, and steps for each platform", async () => {
  const { user, card } = await openCard(INTERNAL);
  for (const text of [
    "portal.example, 192.168.1.10",
    "2027-02-27, byts automatiskt före det",
    "port 80 (HTTP)",
    "Portalens egen, till 2046-11-29",
    Array.from({ length: 32 }, () => "AB").join(":"),
  ])
    expect(card.getByText(text)).toBeTruthy();
  expect(card.getByRole("link", { name: "Ladda ner utfärdarens certifikat" }).getAttribute("href")).toBe(
    "/functions/v1/tls-authority",
  );
  for (const [platform, words] of [
    ["Windows", /Betrodda rotcertifikatutfärdare/],
    ["macOS", /nyckelringen System/],
    ["iPhone", /Inställningar för betrodda certifikat/],
    ["Android", /CA-certifikat/],
  ] as const) {
    await user.click(card.getByRole("radio", { name: platform }));
    expect(card.getAllByRole("listitem")).toHaveLength(4);
    expect(card.getByText(words)).toBeTruthy();
  }
  await expectAccessible();
});

// Covers: running.34
test("new files that cannot be used are named, with what is in use", async () => {
  const { card } = await openCard({ source: "files", trouble: "other_key", valid_to: INTERNAL.valid_to });
  expect(card.getByText(/^De nya certifikatfilerna används inte\..*Nyckeln hör inte till certifikatet\./)).toBeTruthy();
  expect(card.queryByRole("link")).toBeNull();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

// Covers: running.34
test("files that end within three weeks are warned of", async () => {
  const { card } = await openCard({ source: "files", valid_to: inDays(20) });
  expect(card.getByText(/^Certifikatet går snart ut/)).toBeTruthy();
  await expectAccessible();
});

test.each([
  ["files with more time", { source: "files", valid_to: inDays(22) }],
  ["a certificate that the portal renews itself", { ...INTERNAL, valid_to: inDays(20) }],
] as const)("%s is not warned of", async (_name, tls) => {
  const { card } = await openCard(tls);
  expect(card.queryByText(/går snart ut/)).toBeNull();
});

// Covers: running.34
test("plain HTTP from other machines is warned of, a proxy is not", async () => {
  const { card } = await openCard({ source: "none", plain_outside: true });
  expect(card.getByText(/Andra maskiner når portalen okrypterat/)).toBeTruthy();
});

// Covers: running.34
test("behind a proxy the card says so and asks for nothing", async () => {
  const { card } = await openCard({});
  expect(card.getByText("En proxy framför portalen")).toBeTruthy();
  expect(card.queryByText(/okrypterat/)).toBeNull();
});
