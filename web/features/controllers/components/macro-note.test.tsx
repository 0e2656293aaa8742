import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { deviceWarningTexts } from "../texts/controller-dialog.sv.ts";
import { MacroNote } from "./macro-note.tsx";

const said = (facts: { disabled?: string; missing?: string; macro?: string | null }) =>
  renderToStaticMarkup(
    <MacroNote
      facts={{
        macro_id: facts.macro === undefined ? "m1" : facts.macro,
        disabled_macro_id: facts.disabled ?? null,
        missing_macro_id: facts.missing ?? null,
      }}
    />,
  );
/** Returns the text before an apostrophe, which markup escapes. */
const first = (text = "") => text.split("'")[0] ?? "";

test("a gate whose macro is gone, or switched off, says so; what was said of another macro says nothing", () => {
  expect(said({ missing: "m1" })).toContain(first(deviceWarningTexts.macroGone));
  expect(said({ disabled: "m1" })).toContain(deviceWarningTexts.warnings["macro_disabled"]);
  expect(said({})).toBe("");
  expect(said({ missing: "m2", disabled: "m2" })).toBe("");
  // A relay has no macro.
  expect(said({ macro: null })).toBe("");
});
