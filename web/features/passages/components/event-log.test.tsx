import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { doorEvent, gateEvent, ID, minutesAgo, rowId } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const OWN_KIND = { "GET /rest/v1/organizations\\?select=kind": { kind: "other" } };

function answerRows(view: "merged_log" | "door_log", rows: readonly MergedLogRow[], others: readonly string[] = []) {
  answerWith({
    ...OWN_KIND,
    [`GET /rest/v1/${view}\\?select=kind&`]: page(others.map((kind) => ({ kind }))),
    [`GET /rest/v1/${view}\\?`]: page(rows),
  });
}

const row = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole("row").find(({ textContent }) => textContent.includes(text));
    if (!found) throw new Error(`no row says ${text}`);
    return found;
  });

const gap = doorEvent(1, {
  kind: "gap",
  granted: null,
  reason: null,
  gap_cause: "reset",
  gap_from: minutesAgo(10),
  access_point_id: null,
  access_points: null,
  credentials: null,
});
const outage = { ...gap, id: doorEvent(2).id, kind: "outage" as const, gap_cause: null, gap_from: minutesAgo(16) };
const others = doorEvent(3, { is_shared: true, credentials: null, reason: null });
const forced = doorEvent(5, { kind: "door_forced", granted: null, reason: null, credentials: null });

test("gaps and outages stand across the log with times, and another organisation's person is unnamed", async () => {
  answerRows("merged_log", [gap, outage, others, doorEvent(4), forced], ["gap", "outage", "door_forced"]);
  answerWith({ "POST /functions/v1/explain-passage": () => Promise.withResolvers<Response>().promise });
  const user = await openPage("/org-admin/access-logs?show=refused", "org_admin");
  // The times carry their dates when midnight is between them.
  expect((await row("Lucka")).textContent).toMatch(
    /Garage Kajen [^.;]*\d\d:\d\d–[^.;]*\d\d:\d\d: händelser saknas\. Loggen tömdes när enheten startade om\./,
  );
  expect((await row("Avbrott")).textContent).toMatch(
    /Garage Kajen lästes inte [^.;]*\d\d:\d\d–[^.;]*\d\d:\d\d; händelser hämtade i efterhand/,
  );
  expect((await row("Annan organisation")).textContent).toContain("Nekad");
  expect(screen.getByText("Nekade och larm de senaste 24 timmarna, nyast först")).toBeTruthy();
  await screen.findByText("2 nekade · 1 larm");
  await expectAccessible();
  // Opens a row that has a drawer first. Otherwise a missing drawer of another row might only be a late one.
  await user.click(await row("Alva Exempelsson"));
  await screen.findByRole("dialog", { name: "Alva kom inte in i Dörr 1" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  for (const words of ["Lucka", "Avbrott", "Annan organisation"]) {
    await user.click(await row(words));
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
  }
  expect(askedOf(/explain-passage/).map(({ body }) => Object(body).id)).toEqual([rowId(4)]);
});

test("a search and a choice of what was granted keep gaps and outages, which no filter hides", async () => {
  answerRows("merged_log", [gap]);
  answerWith({
    "POST /rest/v1/rpc/log_names": [
      {
        credential_id: [ID],
        access_point_id: [],
        controller_id: [],
        command_id: [],
        hold_id: [],
        removed_controller: [],
        removed_door: [],
      },
    ],
  });
  const user = await openPage("/org-admin/access-logs?show=granted", "org_admin");
  await row("Lucka");
  expect(screen.getByText("Beviljade de senaste 24 timmarna, nyast först")).toBeTruthy();
  const asked = () => decodeURIComponent(askedOf(/merged_log/).at(-1)?.address ?? "");
  expect(asked()).toContain("or=(granted.is.true,kind.in.(outage,gap)");
  // Pasted at once: letter by letter a slow machine would search for the first letters too.
  await user.click(screen.getByRole("searchbox"));
  await user.paste("alva");
  await waitFor(() => expect(asked()).toContain(`or=(credential_id.in.(${ID})`));
  expect(asked()).toMatch(/or=\(credential_id\.in\.[^&]*,kind\.in\.\(outage,gap\)\)/);
  expect(askedOf(/log_names/).map(({ body }) => Object(body).words)).toEqual([["alva"]]);
});

test.each([
  ["merged_log", "?show=refused"],
  ["door_log", "?log=doors&show=refused"],
] as const)(
  "alarms of doors stand in %s with their reason, and are counted beside what was refused",
  async (view, search) => {
    const held = doorEvent(6, { kind: "door_held_open", granted: null, reason: null, credentials: null });
    const cars = view === "merged_log" ? [gateEvent(7)] : [];
    answerRows(view, [forced, held, ...cars, doorEvent(8)], ["door_forced", "door_held_open"]);
    answerWith({
      "POST /functions/v1/explain-passage": () => Promise.withResolvers<Response>().promise,
    });
    const user = await openPage(`/org-admin/access-logs${search}`, "org_admin");
    await row("Forcerad");
    await row("Uppställd");
    expect(screen.queryByText("MLB 84A") === null).toBe(view === "door_log");
    await screen.findByText(view === "merged_log" ? "2 nekade · 2 larm" : "1 nekad · 2 larm");
    expect(askedOf(new RegExp(view)).map(({ address }) => decodeURIComponent(address))).toContainEqual(
      expect.stringContaining("granted.is.false,kind.in.(door_forced,door_held_open,"),
    );
    await user.click(await row("Forcerad"));
    const drawer = within(await screen.findByRole("dialog", { name: "Forcerad" }));
    expect(drawer.getByText(/Öppnades utan kod/)).toBeTruthy();
    await expectAccessible();
  },
);

// Covers: task.6
test("an event that the address names is explained at once, at a gate too", async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ "POST /functions/v1/explain-passage": () => never });
  const car = gateEvent(6);
  answerRows("merged_log", [car]);
  await openPage(`/org-admin/access-logs?passage=${car.id}`, "org_admin");
  expect(await screen.findByRole("dialog", { name: /^MLB 84A kom inte in i / })).toBeTruthy();
  expect(askedOf(/explain-passage/).map(({ body }) => body)).toEqual([{ source: "gate", id: car.id }]);
});

test("a name may be cut where there is no room; that its person was removed may not", async () => {
  const end_users = {
    id: ID,
    first_name: "Maximiliana-Charlotta",
    last_name: "von Exempelsson-Kristoffersson",
    removed_at: minutesAgo(1),
  };
  answerRows("merged_log", [
    doorEvent(1, { credentials: { end_users } }),
    gateEvent(2, { credentials: { end_users } }),
  ]);
  await openPage("/org-admin/access-logs", "org_admin");
  const rows = [await row("Dörr 1"), await row("Infart Norr")];
  for (const found of rows) {
    const name = within(found).getByText("Maximiliana-Charlotta von Exempelsson-Kristoffersson");
    const suffix = within(found).getByText("(borttagen)");
    expect(name.className).toContain("truncate");
    expect(name.contains(suffix)).toBe(false);
    expect(suffix.className).toContain("shrink-0");
    expect(suffix.closest(".truncate")).toBeNull();
    expect(suffix.closest("[translate=no]")).toBeNull();
    expect(suffix.parentElement?.title).toBe("Maximiliana-Charlotta von Exempelsson-Kristoffersson (borttagen)");
  }
});
