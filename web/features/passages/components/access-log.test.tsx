import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ACCESS_REASONS } from "#contract/devices.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { ID, passage } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { paced } from "#tests/support/pace.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";

const LOG = "GET /rest/v1/access_logs\\?";
const GATES = {
  "GET /rest/v1/controllers\\?": [{ id: ID, name: "Infart Norr", device_type: "axxon_lpr", organizations: null }],
};
const asked = () => decodeURIComponent(askedOf(/access_logs\?/).at(-1)?.address ?? "");
/** Returns the rows. Grey bars may stay for a while where the answer came late. */
const listed = (names: readonly string[]) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole("row")
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(names.map((name) => expect.stringContaining(name))),
  );

// Covers: 2.29, 9.5
test("the last 24 hours are asked for, and the search and the status choose among them", async () => {
  answerWith({
    [LOG]: page([
      passage(5),
      passage(6, { plate_number: "MLB310", access_granted: false, access_reason: "no_access_assignment" }),
      passage(7, { plate_number: "XYZ999", access_granted: false, access_reason: "not_yet_valid" }),
    ]),
  });
  const user = await openPage("/system-admin/access-logs?log=gates", "system_admin");
  await screen.findByText("3 passager");
  await listed(["Giltig legitimation", "Ingen åtkomst tilldelad", "Ännu inte giltig"]);
  const since = Date.parse(/detected_at=gte\.([^&]+)/.exec(asked())?.[1] ?? "");
  expect(Math.abs(Date.now() - since - 24 * 3_600_000)).toBeLessThan(paced(60_000));
  expect(asked()).toContain("limit=100");
  await user.type(screen.getByRole("searchbox"), "mlb 84a");
  await waitFor(() => expect(asked()).toContain("MLB84A"));
  await user.clear(screen.getByRole("searchbox"));
  await user.click(screen.getByRole("radio", { name: "Nekade" }));
  await waitFor(() => expect(asked()).toContain("access_granted=eq.false"));
  await expectAccessible();
});

// Covers: 2.29, 9.5
test("an empty list offers to remove all filters at once, the period too", async () => {
  answerWith({ [LOG]: page([]), ...GATES });
  const user = await openPage("/system-admin/access-logs?log=gates&from=2026-11-20&to=2026-11-20", "system_admin");
  await screen.findByText("Inga passager matchar");
  expect(screen.getByText("Uppdateras inte")).toBeTruthy();
  expect(asked()).toContain("detected_at=gte.2026-11-19T23:00:00.000Z&detected_at=lt.2026-11-20T23:00:00.000Z");
  await expectAccessible();
  answerWith({ [LOG]: page([passage(1)]) });
  await user.click(screen.getByRole("button", { name: "Rensa filter" }));
  await screen.findByText("1 passage");
  expect(asked()).not.toContain("detected_at=lt.");
  expect(screen.queryByText("Uppdateras inte")).toBeNull();
});

// Covers: 9.5
test("more than a hundred passages are counted, and the newest listed", async () => {
  answerWith({ [LOG]: page([passage(1, { plate_number: "ROW001" }), passage(2)], 105) });
  await openPage("/system-admin/access-logs?log=gates", "system_admin");
  await screen.findByText("2 nyaste av 105");
  await listed(["ROW 001", "MLB 84A"]);
  expect(asked()).toContain("order=detected_at.desc,id.asc&limit=100");
});

// Covers: 2.30, 4.12
test("each reason of a decision is said in words", async () => {
  const rows = ACCESS_REASONS.map((access_reason, at) =>
    passage(at, { access_reason, access_granted: access_reason === "valid_credential" }),
  );
  answerWith({ [LOG]: page(rows) });
  await openPage("/system-admin/access-logs?log=gates", "system_admin");
  await screen.findByText(`${ACCESS_REASONS.length} passager`);
  await sees("access-logs", "Åtkomstloggar", "Giltig legitimation", "Utgången", "Ingen matchning", "Inaktiverad");
  await sees("access-logs", "Grind hittades ej", "Ingen åtkomst tilldelad", "Ogiltig konfiguration");
  for (const reason of ACCESS_REASONS)
    expect(screen.getAllByText(accessLogsTexts.reasons[reason]).length).toBeGreaterThan(0);
});
