import { expect, test } from "vitest";
import { accessSeen } from "./access-seen.ts";

const credential = (id: string, doors: readonly string[]) => ({
  id,
  valid_to: null,
  controller_assignments: doors.map((door) => ({ controller_id: "c", access_point_id: door })),
});

// The form compares two answers of the database, which gives rows in any order.
test("rows in another order are the same access, and another door is not", () => {
  const groups = ["g1", "g2"].map((group_id) => ({ group_id }));
  const seen = accessSeen({
    access_group_members: groups,
    credentials: [credential("1", ["a", "b"]), credential("2", ["c"])],
  });
  expect(
    accessSeen({
      access_group_members: groups.toReversed(),
      credentials: [credential("2", ["c"]), credential("1", ["b", "a"])],
    }),
  ).toEqual(seen);
  expect(
    accessSeen({ access_group_members: groups, credentials: [credential("1", ["a"]), credential("2", ["c"])] }),
  ).not.toEqual(seen);
});
