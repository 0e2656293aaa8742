import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Erasure } from "#contract/functions/person-data.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { show } from "#tests/components/show.tsx";
import { ErasuresCard } from "./erasures-card.tsx";

const erasure = (number: number, part: Partial<Erasure> = {}): Erasure => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  organization_id: null,
  organization_name: "Brf Norrgården",
  requested_at: "2026-11-27T08:00:00Z",
  log_rows: 2,
  replicas_remaining: 0,
  waiting_for: [],
  receipts: 1,
  ...part,
});
const waits = erasure(1, { replicas_remaining: 2, waiting_for: ["Garage Kajen", "Port A"], log_rows: 1, receipts: 0 });
const answer = (...erasures: Erasure[]) =>
  answerWith({ "POST /functions/v1/person-data": { success: true, erasures } });
const items = async () => {
  const list = within(await screen.findByRole("list", { name: "Raderade personuppgifter" }));
  return list.getAllByRole("listitem").map(({ textContent }) => textContent);
};

// Covers: running.11
test("on Operations an erasure names the devices it waits for, and by itself that it has left them all", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { promise: never } = Promise.withResolvers<Response>();
    answerWith({ "POST /functions/v1/": () => never, "GET /functions/v1/operations-status": wellStatus(Date.now()) });
    answer(waits, erasure(2, { organization_name: null, receipts: 0 }));
    await openPage("/system-admin/operations", "system_admin");
    expect(await items()).toEqual([
      "2026-11-27 09:00:00Brf Norrgården1 passage utan namnVäntar på Garage Kajen, Port A",
      "2026-11-27 09:00:00Borttagen organisation2 passager utan namnFanns inte på någon enhet",
    ]);
    await expectAccessible();
    answer(erasure(1));
    await vi.advanceTimersByTimeAsync(15_000);
    await screen.findByText("Borta från alla enheter");
    const asked = askedOf(/person-data/).length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(askedOf(/person-data/)).toHaveLength(asked); // No device has anything left to confirm.
  } finally {
    vi.useRealTimers();
  }
});

test("many erasures are shown a page at a time", async () => {
  answer(...Array.from({ length: 60 }, (_, index) => erasure(index)));
  const user = await show(<ErasuresCard />);
  const shown = (await items()).length;
  expect(shown).toBeLessThan(60);
  await user.click(screen.getByRole("button", { name: `Visa fler (${60 - shown} till)` }));
  expect((await items()).length).toBe(Math.min(60, 2 * shown));
});

test("erasures that cannot be fetched are said so, and that there are none", async () => {
  answerWith({ "POST /functions/v1/person-data": json({ error: "nej", code: "failed" }, 400) });
  const user = await show(<ErasuresCard />);
  await screen.findByText("Raderingarna kunde inte hämtas.");
  answer();
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  await screen.findByText("Inga personuppgifter har raderats det senaste året");
});
