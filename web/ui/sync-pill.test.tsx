import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { show } from "#tests/components/show.tsx";
import { SyncPill } from "./sync-pill.tsx";

test("a waiting change links to Synkstatus, names its owner, and explains itself by keyboard", async () => {
  const tooltip = "Garage Kajen svarar inte";
  const user = await show(
    <SyncPill state="pending" of="Ebbe Påhittsson" tooltip={tooltip} href="/system-admin/sync" />,
  );
  const link = screen.getByRole("link", { name: "Väntar på styrenhet, Ebbe Påhittsson" });
  expect(link.getAttribute("href")).toBe("/system-admin/sync");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(link);
  expect((await screen.findByRole("tooltip")).textContent).toBe(tooltip);
  await expectAccessible();
});

test("a synchronised entry leads nowhere, and a failed one names where", async () => {
  await show(
    <>
      <SyncPill state="synced" />
      <SyncPill state="failed" detail="Garage Kajen" />
    </>,
  );
  expect(screen.getByText("Synkad")).toBeTruthy();
  expect(screen.getByText("Fel · Garage Kajen")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
