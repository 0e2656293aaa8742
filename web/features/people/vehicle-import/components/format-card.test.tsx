import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { show } from "#tests/components/show.tsx";
import { FormatCard } from "./format-card.tsx";

// Covers: 2.40
test("the format of a file is shown, how long its vehicles hold and where", async () => {
  await show(<FormatCard />);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Organisation",
    "Nummerplåt",
    "Användare",
    "Fordonstyp",
    "Skapad",
  ]);
  expect(screen.getByText(/12 månaders giltighet/)).toBeTruthy();
  expect(screen.getByText(/alla grindar/)).toBeTruthy();
  await expectAccessible();
});
