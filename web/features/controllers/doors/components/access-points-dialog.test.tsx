import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { AccessPointsDialog } from "./access-points-dialog.tsx";

const CONTROLLER = { id: "00000000-0000-4000-8000-00000000000c", name: "Port Vilande" };

// Covers: 2.28
test("a controller that was never read has no access points yet, and the dialog says how they come", async () => {
  answerWith({ "GET /rest/v1/access_points\\?": page([]), "POST /rest/v1/rpc/controller_states": [] });
  await show(<AccessPointsDialog controller={CONTROLLER} onClose={() => undefined} />);
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText("Inga åtkomstpunkter hittades. Synkronisera från Axis-enheten först.")).toBeTruthy();
  await expectAccessible();
});
