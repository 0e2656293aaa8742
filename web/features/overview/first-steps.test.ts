import { describe, expect, test } from "vitest";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { lprGate } from "#tests/components/fixtures/controllers/sample-gate.ts";
import { currentStep, namingOf, organizationSteps, seesOpenings, systemSteps } from "./first-steps.ts";
import { stepLine } from "./step-words.ts";

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const at = "2026-11-21T16:41:00Z";
const now = new Date("2026-11-21T20:00:00Z");

const NOTHING: FirstSteps = {
  finished: false,
  opened_at: null,
  organizations: 0,
  organization: null,
  controllers: 0,
  controller: null,
  gates: 0,
  gates_offered: 0,
  doors: 0,
  doors_offered: 0,
  doors_ready: 0,
  doors_reporting: 0,
  doors_unnamed: 0,
  shown_doors: [],
  person: null,
};
const organization = { id: id(1), name: "Brf Norrgården", created_at: at };
const controller = { id: id(2), name: "Port A", device_type: "axis", answered_at: at } as const;
const door = {
  id: id(3),
  name: "Door 1",
  door_name: null,
  controller_id: id(2),
  controller_name: "Port A",
  named: false,
};
const person = { id: id(4), name: "Anna Skisslund", created_at: at };
const WITH_ORGANIZATION: FirstSteps = { ...NOTHING, organizations: 1, organization };
const WITH_DOORS: FirstSteps = {
  ...WITH_ORGANIZATION,
  controllers: 1,
  controller,
  doors: 4,
  doors_unnamed: 4,
  shown_doors: [door],
};
const ASSIGNED: FirstSteps = {
  ...WITH_DOORS,
  doors_offered: 4,
  doors_ready: 4,
  doors_reporting: 4,
  doors_unnamed: 0,
  shown_doors: [{ ...door, named: true }],
};

const offers = (state: FirstSteps) =>
  Object.fromEntries(systemSteps(state).map((step) => [step.id, step.offer?.opens]));
const lines = (state: FirstSteps) => systemSteps(state).map((step) => stepLine(step, state, false, now));

describe("an installation", () => {
  test.each([
    ["that is empty", NOTHING, [], "organization"],
    ["with an organisation", WITH_ORGANIZATION, ["organization"], "controller"],
    [
      "with a controller that never answered",
      { ...WITH_ORGANIZATION, controllers: 1, controller: { ...controller, answered_at: null } },
      ["organization"],
      "controller",
    ],
    ["with doors that have no names", WITH_DOORS, ["organization", "controller"], "doors"],
    [
      "with doors that are given but have no names",
      { ...WITH_DOORS, doors_offered: 4 },
      ["organization", "controller"],
      "doors",
    ],
    ["with doors given", ASSIGNED, ["organization", "controller", "doors"], "person"],
    ["with a person", { ...ASSIGNED, person }, ["organization", "controller", "doors", "person"], "try"],
    [
      "with a gate only",
      {
        ...WITH_ORGANIZATION,
        controllers: 1,
        gates: 1,
        gates_offered: 1,
        controller: { ...controller, device_type: "axxon_lpr" },
      },
      ["organization", "controller", "doors"],
      "person",
    ],
    [
      "where a person came before the names",
      { ...WITH_DOORS, doors_offered: 4, person },
      ["organization", "controller", "person"],
      "doors",
    ],
  ] satisfies [string, FirstSteps, string[], string][])("%s", (_name, state, done, current) => {
    const steps = systemSteps(state);
    expect(steps.filter((step) => step.done).map((step) => step.id)).toEqual(done);
    expect(currentStep(steps)).toBe(current);
  });

  test("opens what each step needs, and names the step that is missing", () => {
    expect(offers(NOTHING)).toEqual({
      organization: "organization",
      controller: "controller",
      doors: "missing",
      person: "missing",
      try: "missing",
    });
    expect(offers(WITH_DOORS)).toMatchObject({ doors: "doors", person: "person" });
    expect(offers({ ...WITH_DOORS, doors_unnamed: 0, shown_doors: [] })).toMatchObject({ doors: "access" });
    expect(offers({ ...WITH_DOORS, doors_unnamed: 3 })).toMatchObject({ doors: "access" });
    expect(offers({ ...ASSIGNED, person })).toMatchObject({ doors: "page", person: "page", try: "how" });
  });

  test("says what was made and when, and asks for names and organisation by name", () => {
    expect(lines(WITH_DOORS).slice(0, 3)).toEqual([
      "Brf Norrgården · i dag 17:41",
      "Port A svarade i dag 17:41 · 4 dörrar hittade",
      "Ge de 4 dörrarna namn som folk känner igen, och tilldela dem Brf Norrgården.",
    ]);
  });

  test.each([
    ["a door whose log is read", { doors_reporting: 1 }, "bockas av när dörren har öppnats", true],
    ["a door and a gate", { gates: 1, gates_offered: 1 }, "bockas av när någon av dem har öppnats", true],
    [
      "a gate only",
      { doors_offered: 0, doors_reporting: 0, gates_offered: 1 },
      "bockas av när grinden har öppnats",
      true,
    ],
    ["doors whose log cannot be read", { doors_reporting: 0 }, "portalen ser inte när dörren öppnas", false],
    ["such doors and a gate", { doors_reporting: 0, gates_offered: 1 }, "bockas av när någon av dem har öppnats", true],
  ])("promises a tick, and cannot be hidden, where the portal can see an opening: %s", (_name, place, words, ticks) => {
    const state = { ...ASSIGNED, person, ...place };
    expect(lines(state).at(-1)).toContain(words);
    expect(seesOpenings(state)).toBe(ticks);
  });
});

describe("an organisation", () => {
  const open = (state: FirstSteps) => organizationSteps(state).map((step) => [step.id, step.done, step.offer?.opens]);

  test("waits for doors without a button, then adds the first person, then tries", () => {
    expect(open(WITH_ORGANIZATION)).toEqual([
      ["doors", false, undefined],
      ["person", false, "person"],
      ["try", false, "missing"],
    ]);
    expect(open({ ...WITH_DOORS, doors_offered: 4, person })).toEqual([
      ["doors", true, "page"],
      ["person", true, "page"],
      ["try", false, "how"],
    ]);
  });
});

// Covers: page.14
test("a new controller leads on to its doors, and a gate to its own steps", () => {
  expect(namingOf(doorController)).toEqual({
    opens: "doors",
    controller: { id: doorController.id, name: doorController.name },
  });
  expect(namingOf(lprGate)).toEqual({ opens: "gate", controller: lprGate });
});
