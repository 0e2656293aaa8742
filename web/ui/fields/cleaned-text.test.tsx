// Tests fields that keep only a part of the typed text: pasted with spaces, typed in the middle, composed by a keyboard.
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { show } from "#tests/components/show.tsx";
import { PinField } from "#web/ui/credentials/pin-field.tsx";
import { PlateInput } from "#web/ui/credentials/plate-input.tsx";
import { CodeField } from "./code-field.tsx";
import { SearchField } from "./search-field.tsx";
import { TextField } from "./text-field.tsx";

const kept = () => screen.getByTestId("kept").textContent;

interface Bound {
  value: string;
  onChange: (text: string) => void;
}

function Held({ field: Field }: { field: (bound: Bound) => React.ReactNode }) {
  const [value, onChange] = useState("");
  return (
    <>
      <Field value={value} onChange={onChange} />
      <output data-testid="kept">{value}</output>
    </>
  );
}

const FIELDS = {
  pin: (bound: Bound) => <PinField {...bound} label="Fält" />,
  code: (bound: Bound) => <CodeField {...bound} label="Fält" />,
  plate: (bound: Bound) => <PlateInput {...bound} label="Fält" />,
  search: (bound: Bound) => <SearchField {...bound} label="Fält" />,
  comment: (bound: Bound) => <TextField {...bound} label="Fält" maxLength={10} />,
};

async function open(kind: keyof typeof FIELDS) {
  const user = await show(<Held field={FIELDS[kind]} />);
  const input = screen.getByLabelText<HTMLInputElement>("Fält");
  return { user, input };
}

describe("pasted text is cleaned before anything of it is cut", () => {
  test.each<[keyof typeof FIELDS, string, string]>([
    ["pin", "58 16 27", "581627"],
    ["pin", "PIN: 58-16-27", "581627"],
    ["pin", "\u200b5\u00a08\u00a01\u00a06\u00a02\u00a07", "581627"],
    ["pin", "５８１６２７", "581627"],
    ["code", "123 456", "123456"],
    ["code", "Koden är 123 456", "123456"],
    ["plate", "abc 123", "ABC 123"],
    ["search", `${" ".repeat(120)}Åsa`, "Åsa"],
    ["comment", "  Åsa   Ek  ", "Åsa Ek"],
    ["comment", "a\u030Asa o\u0308berg", "åsa öberg"],
  ])("%s: %j is %j", async (kind, pasted, desired) => {
    const { user, input } = await open(kind);
    await user.click(input);
    await user.paste(pasted);
    expect([input.value, kept()]).toEqual([desired, desired]);
  });

  test("a PIN with a digit too many is not a shorter PIN", async () => {
    const { user, input } = await open("pin");
    await user.click(input);
    await user.paste("58162734");
    expect(kept()).toHaveLength(7);
  });
});

test("text typed in the middle stays there, and the caret too", async () => {
  const { user, input } = await open("plate");
  await user.type(input, "ac123");
  input.setSelectionRange(1, 1);
  await user.type(input, "b", { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect([input.value, input.selectionStart]).toEqual(["ABC123", 2]);
});

test.each<[keyof typeof FIELDS, string[], string]>([
  ["plate", ["a", "ab", "abc", "abc1", "abc12", "abc123"], "ABC123"],
  ["pin", ["5", "58", "58 ", "58 1", "58 16", "58 16 27"], "581627"],
  ["code", ["1", "12", "123", "123 ", "123 4", "123 456"], "123456"],
])(
  "%s: nothing is rewritten under a keyboard that composes, and the form has it cleaned",
  async (kind, steps, desired) => {
    const { input } = await open(kind);
    input.focus();
    fireEvent.compositionStart(input);
    for (const text of steps) {
      fireEvent.compositionUpdate(input, { data: text });
      fireEvent.input(input, { target: { value: text }, isComposing: true });
      expect(input.value).toBe(text);
    }
    expect(kept()).toBe(desired);
    fireEvent.compositionEnd(input, { data: steps.at(-1) });
    expect([input.value, kept()]).toEqual([desired, desired]);
  },
);
