// Tests fixing a refusal in its drawer. tests/integration/passages/apply-fix.test.ts tests doors,
// tests/integration/passages/explained-gates.test.ts gates, and tests/e2e/passages/passages.test.ts a device's own answer.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  doorEvent,
  explained,
  fixOf,
  gateEvent,
  ID,
  passage,
  savedFix,
} from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const AT = "2026-11-27T08:00:00Z";
const APPLY = "POST /functions/v1/apply-fix";
const saved = savedFix("give_door");
const written: FixProgress = { ...saved, written_at: AT, undo: null };
const opens: FixProgress = { ...written, untried: null, tried: { at: AT, granted: true, reason: null } };
/** The first answer about a saved fix, after which the page asks again at intervals. */
const followed: FixProgress = { ...saved, saved_at: "2026-11-27T08:01:00Z" };

/** Sets the server's next answers, one after the other; the last one stays. */
function answerFix(...progress: FixProgress[]) {
  let at = 0;
  answerWith({
    [APPLY]: () => {
      const fix = progress[Math.min(at, progress.length - 1)];
      at += 1;
      return { success: true, fix };
    },
  });
}

const refusal = doorEvent(1);

async function openDrawer() {
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
    "GET /rest/v1/merged_log\\?": page([refusal]),
    "POST /functions/v1/explain-passage": { success: true, ...explained("no_assignment", fixOf("give_door")) },
  });
  const user = await openPage(`/org-admin/access-logs?passage=${refusal.id}`, "org_admin");
  const drawer = within(await screen.findByRole("dialog", { name: "Alva kom inte in i Dörr 1" }));
  const give = () => drawer.findByRole("button", { name: "Ge tillgång" });
  return { user, drawer, give };
}

const steps = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const asked = () => askedOf(/apply-fix/).map(({ body }) => body);
const desired = { passage: { source: "door", id: refusal.id }, fix_id: "give_door", confirm: true };

test("a door is given with its effect said first, followed until the device has answered, and taken back", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { user, drawer, give } = await openDrawer();
    expect(await drawer.findByText("Ger Alva tillgång till Dörr 1. Ingen annan påverkas.")).toBeTruthy();
    expect(drawer.getByText(/Alvas kod är giltig, men den gäller inte Dörr 1\./)).toBeTruthy();
    answerFix(saved, followed, written, opens);
    await user.click(await give());
    await drawer.findByText("Väntar på Garage Kajen");
    expect(drawer.queryByRole("button", { name: "Ge tillgång" })).toBeNull();
    expect(drawer.getByText("Ger Alva tillgång till Dörr 1. Ingen annan påverkas.")).toBeTruthy();
    await expectAccessible();
    await waitFor(() => expect(steps()).toContain("Sparat i portalen09:01"));
    await vi.advanceTimersByTimeAsync(2_000);
    await drawer.findByText("Provas vid dörren");
    await vi.advanceTimersByTimeAsync(2_000);
    await drawer.findByText("Provat vid dörren 09:00: koden öppnar nu");
    expect(steps()).toEqual(expect.arrayContaining(["Sparat i portalen09:00", "Skrivet till Garage Kajen09:00"]));
    expect(drawer.getByText("Åtgärdat")).toBeTruthy();
    // The outcome is announced where it appears.
    expect(drawer.getByText(/koden öppnar nu$/).closest("[role=status]")).not.toBeNull();
    await expectAccessible();
    const count = asked().length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toHaveLength(count); // The page no longer asks the device.

    answerFix({ ...saved, outcome: "undone" });
    await user.click(drawer.getByRole("button", { name: "Ångra" }));
    await give();
    expect(drawer.queryByText("Sparat i portalen")).toBeNull();
    expect(drawer.getByText("Ångrat")).toBeTruthy();
    expect(asked()).toEqual([...Array(count).fill(desired), { ...desired, undo: { credential_id: ID } }]);
    const link = drawer.getByRole("link", { name: "Öppna Alva Exempelsson" });
    expect(link.getAttribute("href")).toBe(`/org-admin/end-users?person=${ID}`);
  } finally {
    vi.useRealTimers();
  }
});

test("a fix that is refused says why, and is tried again", async () => {
  const { user, drawer, give } = await openDrawer();
  answerWith({ [APPLY]: json({ error: "Dörren är inte längre organisationens.", code: "door_gone" }, 409) });
  await user.click(await give());
  expect((await drawer.findByRole("alert")).textContent).toContain(
    "Det gick inte att åtgärda. Dörren är inte längre organisationens.",
  );
  await expectAccessible();
  answerFix(opens);
  await user.click(drawer.getByRole("button", { name: "Försök igen" }));
  await drawer.findByText(/koden öppnar nu$/);
  expect(drawer.queryByRole("alert")).toBeNull();
});

test.each([
  ["unreachable", "Enheten svarade inte på provet. Koden är sparad och skriven.", true],
  ["limited", "Många koder har provats den senaste timmen. Koden är sparad och skriven. Prova igen senare.", true],
  ["unsupported", "Enheten kan inte prova koder. Be personen slå koden igen.", false],
] as const)(
  "a code that the device was not asked about (%s) says so, and is asked about again",
  async (untried, said, again) => {
    const { user, drawer, give } = await openDrawer();
    answerFix({ ...written, untried });
    await user.click(await give());
    await drawer.findByText(said);
    const button = drawer.queryByRole("button", { name: "Prova igen" });
    expect(button !== null).toBe(again);
    if (button === null) return;
    answerFix(opens);
    await user.click(button);
    await drawer.findByText(/koden öppnar nu$/);
  },
);

test.each([
  ["the whole log", "/org-admin/access-logs"],
  ["that of gates", "/org-admin/access-logs?log=gates"],
])("a car that the gate refused is let in again from %s, and the portal says so", async (_, path) => {
  const car = gateEvent(2);
  const row = passage(2, { id: car.id, access_granted: false, access_reason: "disabled", macro_executed: null });
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
    "GET /rest/v1/merged_log\\?select=kind&": page([]),
    "GET /rest/v1/merged_log\\?": page([car]),
    "GET /rest/v1/access_logs\\?.*id=eq\\.": [row],
    "GET /rest/v1/access_logs\\?": page([row]),
    "POST /functions/v1/explain-passage": { success: true, ...explained("disabled", fixOf("switch_on")) },
  });
  const user = await openPage(path, "org_admin");
  await user.click(await screen.findByText("MLB 84A"));
  const drawer = within(await screen.findByRole("dialog", { name: "Alva kom inte in i Infart Norr" }));
  const enable = () => drawer.findByRole("button", { name: "Aktivera behörigheten" });
  const button = await enable();
  expect(drawer.getByText("Fordonets behörighet var inaktiverad.")).toBeTruthy();
  expect(drawer.getByText("Aktiverar behörigheten för MLB 84A. Ingen annan påverkas.")).toBeTruthy();
  await expectAccessible();
  answerFix({ ...opens, id: "switch_on", written_at: null, undo: { credential_id: ID } });
  await user.click(button);
  await drawer.findByText("Provat i portalen 09:00: grinden öppnas nu");
  expect(drawer.queryByRole("button", { name: "Aktivera behörigheten" })).toBeNull();
  expect(drawer.getByRole("link", { name: "Öppna Alva Exempelsson" })).toBeTruthy();
  await expectAccessible();
  answerFix({ ...saved, id: "switch_on", outcome: "undone" });
  await user.click(drawer.getByRole("button", { name: "Ångra" }));
  await enable();
  await waitFor(() => expect(drawer.queryByText(/^Provat i portalen/)).toBeNull());
  const asking = { passage: { source: "gate", id: car.id }, fix_id: "switch_on", confirm: true };
  expect(asked()).toEqual([asking, { ...asking, undo: { credential_id: ID } }]);
});
