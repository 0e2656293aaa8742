import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { importOf } from "../import-act.ts";
import { RecentImports } from "./recent-imports.tsx";

const ID = "00000000-0000-4000-8000-0000000000c2";
const MADE = { import_id: ID, kind: "vehicles", at: "2026-03-12T09:00:00Z", unchanged: 2, changed: 0 };

test("an undone import is no longer said to have added anything, in its message or on the page", async () => {
  let isUndone = false;
  answerWith({
    "POST /functions/v1/vehicle-import": ({ body }) => {
      if (Object(body).action === "IMPORTS") return { success: true, imports: isUndone ? [] : [MADE] };
      isUndone = true;
      return { success: true, removed: 2, left: 0, kept: 0, kept_people: [] };
    },
  });
  const user = await show(<RecentImports made={ID} />);
  toastSuccess(importOf(ID), "2 fordon importerade framgångsrikt", { title: "Import klar!" });
  expect(await screen.findByText("Import klar!")).toBeTruthy();
  expect(await screen.findByText("2 fordon lades till.")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /^Ångra/ }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Ångra importen" }));
  expect(await screen.findByText("Importen är ångrad")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Import klar!")).toBeNull());
  await waitFor(() => expect(screen.queryByText("2 fordon lades till.")).toBeNull());
});
