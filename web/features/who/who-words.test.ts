import { expect, test } from "vitest";
import { PASSING_REASONS } from "#contract/tables/who-may-pass.ts";
import { alva, laundry, own, viaCleaners } from "#tests/components/fixtures/passages/sample-passing.ts";
import { whoTexts } from "./texts/who.sv.ts";
import { placeWords, sourceWords, untilWords, whereName, whoName } from "./who-words.ts";

test("every reason has words", () => {
  expect(Object.keys(whoTexts.reasons).toSorted()).toEqual([...new Set(PASSING_REASONS)].toSorted());
});

test("sources are named: own, groups and both, a weekly code, somebody made at the controller", () => {
  expect(sourceWords(alva)).toBe("tilldelad direkt och via gruppen Städ");
  expect(sourceWords({ ...alva, sources: [own] })).toBe("tilldelad direkt");
  const board = { ...viaCleaners, group_name: "Styrelse" };
  expect(sourceWords({ ...alva, sources: [viaCleaners, board] })).toBe("via grupperna Styrelse och Städ");
  expect(sourceWords({ ...alva, sources: [{ ...viaCleaners, schedule_name: "Vardag" }] })).toBe(
    "via gruppen Städ (schema Vardag)",
  );
  expect(sourceWords({ ...alva, kind: "direct", sources: [] })).toBe("skapad vid styrenheten");
  const code = { ...alva, kind: "weekly_code" as const, label: "v.48 2026", sources: [] };
  expect([whoName(code), sourceWords(code)]).toEqual(["Veckokod v.48 2026", "den som har veckokoden"]);
});

test("an end, no end, a coming beginning, and a removed right, which has neither", () => {
  expect(untilWords(alva)).toBe("30 juni 2027");
  expect(untilWords({ ...alva, valid_to: null })).toBe("tills vidare");
  expect(untilWords({ ...alva, reason: "not_begun" })).toBe("från 1 jan 2026 01:00");
  const removed = { ...alva, reason: "removed" as const, access_point_id: null };
  expect([untilWords(removed), whereName(removed)]).toEqual(["–", "Port A, någon av dörrarna"]);
});

test.each([
  [{ closed: "outside_door_hours" as const }, ["Ingen kommer in med kod: utanför dörrens öppettider."]],
  [
    { closed: "gate_not_ready" as const, is_door: false, lists: false },
    ["Portalen släpper inte in någon: grinden är avstängd eller saknar sitt macro."],
  ],
  [
    { closed: "gate_not_ready" as const, is_door: false, lists: true },
    [
      "Portalen släpper inte in någon: grinden är avstängd eller saknar sitt macro.",
      "Den som står på grindens egen lista kan komma in ändå.",
    ],
  ],
  [
    { closed: "outside_door_hours" as const, unsure: "hours_unconfirmed" as const },
    ["Alla svar är osäkra: enheten har inte bekräftat öppettiderna."],
  ],
  [
    { everybody: "held" as const, everybody_until: "2026-11-29T17:00:00Z", closed: "card_needed" as const },
    [
      "Alla kommer in: dörren hålls olåst till 29 nov 2026 18:00.",
      "Ingen kommer in med kod: läsaren kräver kort, en kod räcker inte.",
    ],
  ],
  [
    { everybody: "unlock_hours" as const, closed: "card_needed" as const },
    [
      "Alla kommer in: enhetens egna tider håller dörren olåst då.",
      "Ingen kommer in med kod: läsaren kräver kort, en kod räcker inte.",
    ],
  ],
  [
    { everybody: "maybe_unlock_hours" as const },
    ["Kanske kommer alla in: enheten håller dörren olåst vissa tider, och portalen kan inte läsa om det är så då."],
  ],
  [
    { everybody: "not_relocked" as const },
    ["Kanske kommer alla in: portalen höll dörren olåst, och enheten har inte bekräftat att den är låst igen."],
  ],
  [{}, []],
])("a place %j says %j", (facts, sentences) => {
  expect(placeWords({ ...laundry, ...facts }).map(({ sentence }) => sentence)).toEqual(sentences);
});

test("a door that was not confirmed to be locked again then is told of in the past", () => {
  const [said] = placeWords({ ...laundry, everybody: "not_relocked" }, true);
  expect(said?.sentence).toMatch(/^Kanske kom alla in: portalen hade hållit dörren olåst/);
});
