import { act, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { show } from "#tests/components/show.tsx";
import { ComboBox } from "./combo-box.tsx";

const DOORS = [
  { id: "entrance", label: "Entré" },
  { id: "garage", label: "Garage" },
];

/** Gives the options to the choice. */
const given: { arrive?: (options: typeof DOORS) => void } = {};

function Late() {
  const [options, setOptions] = useState<typeof DOORS | null>(null);
  const [value, setValue] = useState<string | null>("garage");
  useEffect(() => {
    given.arrive = setOptions;
  }, []);
  return (
    <ComboBox
      label="Dörr"
      isLoading={options === null}
      options={options ?? []}
      value={value}
      onChange={(key) => setValue(key)}
    />
  );
}

test("nobody types into a choice whose options are on their way, and later ones take no typed text", async () => {
  await show(<ComboBox label="Grind" options={[]} value={null} onChange={() => undefined} />);
  await screen.findByRole("combobox", { name: /Grind/ }); // The program of the box is fetched.
  const user = await show(<Late />);
  expect(screen.queryByRole("combobox", { name: /Dörr/ })).toBeNull();
  act(() => given.arrive?.(DOORS.slice(0, 1)));
  const box = await screen.findByRole<HTMLInputElement>("combobox", { name: /Dörr/ });
  act(() => given.arrive?.(DOORS));
  expect(box.value).toBe("Garage"); // Its option came after the box.
  await user.clear(box);
  await user.type(box, "ent");
  act(() => given.arrive?.([...DOORS]));
  expect(screen.getByRole("combobox", { name: /Dörr/ })).toBe(box);
  expect(box.value).toBe("ent");
  await user.click(await screen.findByRole("option", { name: "Entré" }));
  expect(box.value).toBe("Entré");
  expect(document.activeElement).toBe(box);
});
