// Checks that every file with a dialog is opened on a translated page, or is listed as not opened, with the reason.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { DIALOGS_NOT_WALKED, DIALOGS_WALKED, shotsToWalk } from "#tests/e2e/dialogs-walked.ts";

const web = join(import.meta.dirname, "../../web");
const FRAME = /<(Dialog|ConfirmDialog|AsyncConfirmDialog|Drawer|AnchoredPanel|HandoverDialog|AriaDialog)\b/;

/** Returns "people/person-dialog" for "features/people/components/person-dialog.tsx". */
function nameOf(file: string): string {
  const [place = "", feature = ""] = file.split("/");
  return `${place === "app" ? "app" : feature}/${basename(file, ".tsx")}`;
}

test("every dialog of the page is opened while the page is translated, or is known not to be", () => {
  const files = globSync("{app,features,routes}/**/*.tsx", {
    cwd: web,
    exclude: ["**/*.test.tsx"],
  });
  const having = files.filter((file) => FRAME.test(readFileSync(join(web, file), "utf8"))).map(nameOf);
  expect(having.length).toBeGreaterThan(50);
  expect(new Set(having).size).toBe(having.length);
  const known = [...Object.keys(DIALOGS_WALKED), ...Object.values(DIALOGS_NOT_WALKED).flat()];
  expect(known.toSorted()).toEqual(having.toSorted());
});

test("each of them is opened by a screenshot's presses that are there", () => {
  const shots = ["system", "org"].flatMap((account) => shotsToWalk(account).map(({ name }) => `${account}/${name}`));
  expect(Object.values(DIALOGS_WALKED).filter((shot) => !shots.includes(shot))).toEqual([]);
});
