import { expect, test } from "vitest";
import { organizationForm } from "#contract/forms/organization.ts";
import { linkedThings } from "./linked-things.ts";

// Covers: 8.3
test.each([
  [{ endUsers: 3, registered: 1, given: 1, administrators: 2 }, "slutanvändare, styrenheter, administratörer"],
  [{ endUsers: 0, registered: 1, given: 0, administrators: 0 }, "styrenheter"],
  [{ endUsers: 0, registered: 0, given: 1, administrators: 0 }, "styrenheter"],
  [{ endUsers: 1, registered: 0, given: 0, administrators: 1 }, "slutanvändare, administratörer"],
  [{ endUsers: 0, registered: 0, given: 0, administrators: 0 }, ""],
])("an organisation with %j linked is kept because of %j", (counts, words) => {
  expect(linkedThings(counts)).toBe(words);
});

test.each([
  [{ name: "", description: "" }, "Namn krävs"],
  [{ name: "   " }, "Namn krävs"],
  [{ name: "x".repeat(101) }, "Namnet får vara högst 100 tecken"],
  [{ name: "Brf", description: "x".repeat(1001) }, "Beskrivningen får vara högst 1000 tecken"],
])("an organisation cannot be saved as %j", (input, message) => {
  expect(organizationForm.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
