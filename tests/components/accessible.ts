// Runs axe on a component test's document. Browser tests check contrast, size and the page around it.
import axe from "axe-core";
import { expect } from "vitest";

/** react-aria's own announcer: for seconds it names a button that has gone with its form. */
const ANNOUNCER = "[data-live-announcer]";
/** A browser shows hidden elements to nobody; happy-dom has no style sheet that says so. */
const HIDDEN = "[hidden]";
const NEED_LAYOUT = ["color-contrast", "target-size"];
/** Rules for elements that a part of a page does not have. */
const NEED_A_PAGE = ["document-title", "landmark-one-main", "page-has-heading-one", "region"];
const LEFT_OUT = Object.fromEntries([...NEED_LAYOUT, ...NEED_A_PAGE].map((rule) => [rule, { enabled: false }]));

export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(
    { exclude: [ANNOUNCER, HIDDEN] },
    { resultTypes: ["violations"], rules: LEFT_OUT },
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
