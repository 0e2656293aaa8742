import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { show } from "#tests/components/show.tsx";
import { CheckboxList, type CheckboxListGroup } from "./checkbox-list.tsx";

const GROUPS: CheckboxListGroup[] = [
  { id: "gym", name: "Gymmet", items: [{ id: "gym-1", name: "Styrketräning", caution: "Kräver kort" }] },
  { id: "garage", name: "Garaget", items: [{ id: "garage-1", name: "Port" }] },
];

function Doors() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <CheckboxList
      label="Dörrar"
      groups={GROUPS}
      value={value}
      onChange={setValue}
      countWords={(count) => `${count} dörrar`}
      emptyText="Inga dörrar"
    />
  );
}

test("a ticked controller shows what a PIN does not give at its doors, and the others stay folded", async () => {
  const user = await show(<Doors />);
  expect(screen.queryByText("Styrketräning")).toBeNull();
  await user.click(screen.getByText("Garaget"));
  expect(screen.queryByText("Port")).toBeNull();
  await user.click(screen.getByText("Gymmet"));
  expect(screen.getByText("Styrketräning")).toBeTruthy();
  expect(screen.getByText("Kräver kort")).toBeTruthy();
  await expectAccessible();
});
