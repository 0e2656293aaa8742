import { expect, test } from "vitest";
import type { Camera } from "./api/get-cameras.ts";
import { cameraRows } from "./camera-list.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const camera = (gate: string, ...days: [day: string, reads: number, unread: number, unclear: number][]): Camera => ({
  gateId: gate,
  gate,
  days: days.map(([day, reads, unread, unclear]) => ({
    day,
    reads,
    unread,
    unclear,
    last_read_at: `${day}T11:00:00Z`,
  })),
});

test("worse cameras stand first with their figures, then unknown ones, then good ones of the week", () => {
  const rows = cameraRows(
    [
      camera("Infart Norr", ["2026-11-10", 100, 90, 0], ["2026-11-23", 100, 2, 1], ["2026-11-24", 100, 4, 1]),
      camera("Utfart Norr", ["2026-11-20", 50, 1, 0]),
      camera("Utfart Syd", ["2026-11-22", 100, 2, 0], ["2026-11-23", 100, 11, 2], ["2026-11-24", 100, 13, 4]),
    ],
    NOW,
  );
  expect(rows.map(({ gate, state, since, unread, unclear }) => [gate, state, since, unread, unclear])).toEqual([
    ["Utfart Syd", "worse", "2026-11-23", 12, 3],
    ["Utfart Norr", "unknown", null, 2, 0],
    ["Infart Norr", "good", null, 3, 1],
  ]);
  expect(rows[0]?.bars).toEqual([0, 0, 0, 0, 2, 11, 13]);
});
