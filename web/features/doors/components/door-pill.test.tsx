// Tests a hold that has ended, or should have: its display in the list and its announcement.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DoorHoldRow, DoorListRow } from "#contract/tables/door-states.ts";
import { closedDoor, closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { happened } from "../door-words.ts";
import { alarmsOf } from "../use-door-alarms.ts";
import { DoorPill } from "./door-pill.tsx";

const now = Date.now();
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();

function held(hold: Partial<DoorHoldRow>): DoorListRow {
  return {
    ...closedDoor({ ...closedState(at(-600), at(0)), mode: "unlocked" }),
    door_holds: [
      {
        id: ID,
        reason: "hantverkare",
        requested_as: "Nora Demoberg",
        until: at(600),
        sent_at: at(-600),
        ended_at: null,
        ...hold,
      },
    ],
  };
}

test("a door that is held unlocked says until when, and for whom to its last minute", () => {
  expect(renderToStaticMarkup(<DoorPill row={held({})} />)).toContain("Upplåst till ");
  expect(happened(held({}), now)).toBe("Hantverkare, Nora Demoberg · 10\u00a0min kvar");
  expect(happened(held({ until: at(20) }), now)).toBe("Hantverkare, Nora Demoberg · 1\u00a0min kvar");
  expect(alarmsOf([held({})], now)).toEqual([]);
});

test("a door that did not lock after its hold says so, and interrupts a screen reader", () => {
  const row = held({ until: at(-30) });
  expect(renderToStaticMarkup(<DoorPill row={row} />)).toContain("Inte låst igen");
  expect(happened(row, now)).toMatch(/^Skulle ha låsts \d\d:\d\d$/);
  expect(alarmsOf([row], now)).toEqual([{ key: `not_relocked ${ID}`, text: "Entré är inte låst igen" }]);
  // A lock is read some seconds after the end of every hold.
  expect(alarmsOf([held({ until: at(-5) })], now)).toEqual([]);
});
