import { act, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
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

function LaterDoors({ answer, chosen }: { answer: Promise<CheckboxListGroup[]>; chosen: string[] }) {
  const [groups, setGroups] = useState<CheckboxListGroup[]>([]);
  useEffect(() => {
    void answer.then(setGroups);
  }, [answer]);
  return (
    <CheckboxList
      label="Dörrar"
      groups={groups}
      value={chosen}
      onChange={() => {}}
      countWords={(count) => `${count} dörrar`}
      emptyText="Inga dörrar"
    />
  );
}

test.each([
  ["the only controller", GROUPS.slice(0, 1), [], ["Styrketräning"]],
  ["a controller with a choice", GROUPS, ["garage-1"], ["Port"]],
  ["no controller of several without a choice", GROUPS, [], []],
])("%s starts open, also when the list is drawn before its doors come", async (_name, groups, chosen, shown) => {
  const answer = Promise.withResolvers<CheckboxListGroup[]>();
  await show(<LaterDoors answer={answer.promise} chosen={chosen} />);
  expect(screen.getByText("Inga dörrar")).toBeTruthy();
  await act(async () => {
    answer.resolve([...groups]);
    await answer.promise;
  });
  expect(["Styrketräning", "Port"].filter((door) => screen.queryByText(door) !== null)).toEqual(shown);
});
