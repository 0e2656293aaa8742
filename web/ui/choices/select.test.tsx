import { act, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { show } from "#tests/components/show.tsx";
import { type Option, Select } from "./select.tsx";

function Groups({ answer }: { answer: Promise<readonly Option[]> }) {
  const [options, setOptions] = useState<readonly Option[] | null>(null);
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => {
    void answer.then(setOptions);
  }, [answer]);
  return (
    <Select
      label="Grupp"
      placeholder="Välj grupp"
      options={options ?? []}
      isLoading={options === null}
      value={value}
      onChange={setValue}
    />
  );
}

/** Presses the field before its options arrive. Returns the person and a function that delivers the options. */
async function pressEarly() {
  const answer = Promise.withResolvers<readonly Option[]>();
  const user = await show(<Groups answer={answer.promise} />);
  const field = screen.getByRole("button", { name: /Grupp/ });
  expect(field.textContent).toContain("Laddar...");
  await user.click(field);
  expect(screen.getByRole("listbox").textContent).toBe("Laddar...");
  await expectAccessible();
  const come = (options: readonly Option[]) =>
    act(async () => {
      answer.resolve(options);
      await answer.promise;
    });
  return { user, come };
}

test("a list that is opened before its options come says so, and fills while it is open", async () => {
  const { user, come } = await pressEarly();
  await come([{ id: "board", label: "Styrelsen" }]);
  await user.click(screen.getByRole("option", { name: "Styrelsen" }));
  expect(screen.getByRole("button", { name: /Grupp/ }).textContent).toContain("Styrelsen");
});

test("an open list without options says that there is nothing to choose", async () => {
  const { come } = await pressEarly();
  await come([]);
  expect(screen.getByRole("listbox").textContent).toBe("Det finns inget att välja");
});
