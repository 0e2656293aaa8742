import { expect, test } from "vitest";
import type { NearMissRow } from "#contract/tables/near-misses.ts";
import { comparedSigns, differenceWords, suggestedAnswer } from "./plate-difference.ts";

/** Draws a plate: `[x]` differs, `_` is lost. */
const drawn = (signs: ReturnType<typeof comparedSigns>["plate"]) =>
  signs.map(({ sign, differs }) => (sign === null ? "_" : differs ? `[${sign}]` : sign)).join("");

test.each([
  ["MLB31O", "MLB 310", "MLB 31[O]", "MLB 31[0]"],
  ["LB55C", "MLB55C", "_LB 55C", "[M]LB 55C"],
  ["MLB55", "MLB55C", "MLB 55_", "MLB 55[C]"],
  ["IMLB55C", "MLB55C", "[I]MLB 55C", "MLB 55C"],
  ["MLB55C1", "MLB55C", "MLB 55C[1]", "MLB 55C"],
  ["LBS5C", "MLB55C", "_LB [S]5C", "[M]LB [5]5C"],
  ["MBY-Z9", "MBYZ9", "MBY-Z9", "MBYZ9"],
])("%s beside %s", (reading, plate, left, right) => {
  const signs = comparedSigns(reading, plate);
  expect([drawn(signs.reading), drawn(signs.plate)]).toEqual([left, right]);
});

const row = (reading: string, plates: readonly string[], { reads = 1, ownPlateRead = true } = {}) => ({
  plate_key: reading,
  reads,
  candidates: plates.map((plate_key, place): NearMissRow["candidates"][number] => ({
    credential_id: plate_key,
    place: place + 1,
    own_plate_read: ownPlateRead,
    credentials: {
      display_value: plate_key,
      plate_key,
      end_users: { id: "", first_name: "", last_name: "", organizations: null },
    },
  })),
});

test.each([
  [row("MLB31O", ["MLB310"]), "0 lästes som O", "LINK"],
  [row("LB55C", ["MLB55C"]), "Första tecknet saknas", "LINK"],
  [row("MLB55C1", ["MLB55C"]), "Ett tecken för mycket sist", "LINK"],
  [row("MLB19Q", ["MLB19D", "MLB190"]), "D eller 0 lästes som Q", "CHOOSE"],
  [row("MLB31O", ["MLB310"], { reads: 7, ownPlateRead: false }), "0 i portalen, O på skylten", "CORRECT"],
  [row("MLB31O", ["MLB310"], { reads: 7 }), "0 lästes som O", "LINK"],
  [row("N1B84A", ["MIB84A"]), "M lästes som N, I lästes som 1", "LINK"],
])("in words", (given, words, answer) => {
  expect([differenceWords(given), suggestedAnswer(given)]).toEqual([words, answer]);
});
