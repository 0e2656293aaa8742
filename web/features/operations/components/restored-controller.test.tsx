// Tests the list of a restored controller. tests/integration/backup/after-restore.test.ts tests what it has.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RestoreController } from "#contract/functions/restore-control.ts";
import { show } from "#tests/components/show.tsx";
import { RestoredController } from "./restored-controller.tsx";

const controller: RestoreController = {
  controller_id: "00000000-0000-4000-8000-000000000001",
  name: "Port A",
  held: true,
  inspected_at: "2026-11-27T06:00:10Z",
  error: null,
  total_items: 1,
  items: [{ kind: "foreign", token: "other", name: null, carries_pin: true }],
};

test("differences that have no room in the report are counted", async () => {
  const kept = { chosen: new Set<string>(), onToggle: () => undefined };
  await show(
    <>
      <RestoredController controller={controller} {...kept} />
      <RestoredController controller={{ ...controller, name: "Port B", total_items: 14_001 }} {...kept} />
    </>,
  );
  expect(screen.getAllByText(/ryms inte/).map(({ textContent }) => textContent?.replaceAll(/\s/g, " "))).toEqual([
    "14 000 objekt till på enheten ryms inte i listan och lämnas kvar.",
  ]);
});
