// Tests sentences whose subject may be one thing or several, or whose verb is written elsewhere.
import { expect, test } from "vitest";
import { people } from "#web/features/people/texts/people.en.ts";
import { personDialog } from "#web/features/people/texts/person-dialog.en.ts";
import { controllerTroubles, syncStatus } from "#web/features/reconcile/texts/sync-status.en.ts";

test.each(["the old PIN", "the old PIN and the old doors"])(
  "what goes on for a while reads as a sentence: %s",
  (old) => {
    expect(personDialog.changeWaits(old, "Port A", false)).toBe(
      `The change is written at Port A as soon as it answers; until then ${old} will hold there.`,
    );
    expect(personDialog.changeWillWait(old, "Port A")).toContain(`but ${old} will hold at Port A until`);
    expect(people.oldStillThere(people.notAnswering, old)).toBe(`is not answering, and ${old} will hold there`);
  },
);

test("a controller's state and its beginning read as a sentence", () => {
  expect(syncStatus.noteSince("Port A", controllerTroubles["timeout"] ?? "", "14:44")).toBe(
    "Port A is not answering (since 14:44).",
  );
});
