// Tests the log as it opens, for both roles: doors and gates in the columns and with the filters of the gates' log.
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { doorEvent, gateEvent, ID, passage } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const AREAS = [
  ["system_admin", "/system-admin/access-logs"],
  ["org_admin", "/org-admin/access-logs"],
] as const;

const letIn = { granted: true, reason: null };
const rows = [
  doorEvent(1, letIn),
  gateEvent(2, { granted: true, reason: "valid_credential", macro_executed: true, opened: true }),
  gateEvent(3, { plate_number: "XYZ999", reason: "no_match", credentials: null }),
];

function answerLog() {
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
    "GET /rest/v1/merged_log\\?": page(rows),
    "GET /rest/v1/controllers\\?": [
      { id: ID, name: "Garage Kajen", device_type: "axis", organizations: null },
      {
        id: "00000000-0000-4000-8000-000000000002",
        name: "Infart Norr",
        device_type: "axxon_lpr",
        organizations: null,
      },
    ],
  });
}

const cells = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);

async function chooseOption(user: UserEvent, filter: string, option: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: new RegExp(filter) }));
  await user.click(await screen.findByRole("option", { name: option }));
}
const asked = () => decodeURIComponent(askedOf(/merged_log\?/).at(-1)?.address ?? "");

// Covers: 2.29, 2.30, page.2
test.each(AREAS)("%s reads passages of doors and gates, granted ones too, in one list", async (role, path) => {
  answerLog();
  await openPage(path, role);
  await screen.findByText("3 händelser");
  await screen.findByText("Utförd"); // Grey bars may stay for a while after the count.
  expect(screen.getByRole("radio", { name: "Alla" }).getAttribute("aria-checked")).toBe("true");
  for (const log of ["Grindar", "Dörrar"]) expect(screen.getByRole("radio", { name: log })).toBeTruthy();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Tid",
    "Registreringsnummer",
    "Styrenhet",
    "Status",
    "Orsak",
    "Macro",
  ]);
  const [, door, car, stranger] = screen.getAllByRole("row");
  expect(cells(door).slice(1)).toEqual(["Alva Exempelsson", "Dörr 1 · Garage Kajen", "Beviljad", "–", "–"]);
  expect(cells(car).slice(1)).toEqual([
    expect.stringContaining("MLB 84A"),
    "Infart Norr",
    "Beviljad",
    "Giltig legitimation · Alva Exempelsson",
    "Utförd",
  ]);
  expect(cells(stranger).slice(3)).toEqual(["Nekad", "Ingen matchning", "–"]);
  expect(asked()).not.toContain("granted.is");
  await expectAccessible();
});

// Covers: 2.29
test.each(AREAS)("%s chooses a controller and a status among doors and gates", async (role, path) => {
  answerLog();
  const user = await openPage(path, role);
  await screen.findByText("3 händelser");
  await chooseOption(user, "Styrenhet", "Garage Kajen");
  await waitFor(() => expect(asked()).toContain(`controller_id=eq.${ID}`));
  await chooseOption(user, "Status", "Beviljade");
  await waitFor(() => expect(asked()).toContain("granted.is.true"));
  expect(asked()).toContain(`controller_id=eq.${ID}`);
  expect(location.search).toBe(`?controller=${ID}&show=granted`);
  await user.click(screen.getByRole("radio", { name: "Grindar" }));
  await waitFor(() => expect(location.search).toBe("?log=gates"));
});

test.each([
  ["", "merged_log"],
  ["?log=gates", "access_logs"],
] as const)(
  "an opening of a gate from the portal names who opened and why in the log %s, and has no plate",
  async (search, list) => {
    const order = { door_commands: { requested_as: "Kim Testsson", reason: "leverans: Paket" } };
    const opened = { credentials: null, plate_number: "", opened: true, macro_executed: true, ...order };
    answerWith({
      "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
      [`GET /rest/v1/${list}\\?`]: page([
        list === "merged_log"
          ? gateEvent(1, { ...opened, granted: true, reason: "opened_from_portal" })
          : passage(1, { ...opened, credential_id: null, access_reason: "opened_from_portal" }),
      ]),
      "GET /rest/v1/access_logs\\?": page([
        passage(1, { ...opened, credential_id: null, access_reason: "opened_from_portal" }),
      ]),
    });
    const user = await openPage(`/org-admin/access-logs${search}`, "org_admin");
    await screen.findByText("Kim Testsson");
    const [, row] = screen.getAllByRole("row");
    expect(cells(row).slice(1)).toEqual([
      "Kim Testsson",
      "Infart Norr",
      "Beviljad",
      "Öppnad härifrån · Leverans: Paket",
      "Utförd",
    ]);
    await user.click(row ?? document.body);
    const drawer = await screen.findByRole("dialog", { name: "Öppnad härifrån" });
    expect(drawer.textContent).toContain("Kim Testsson");
    expect(drawer.textContent).toContain("Grinden svarade att den öppnade.");
    expect(askedOf(/explain-passage/)).toEqual([]);
    await expectAccessible();
  },
);
