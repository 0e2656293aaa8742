// Tests states of the drawer that need no device. A separate file, since it gives the page an address (vitest.config.ts).
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import type { PassageExplanation as Explanation, PassageFix as Fix } from "#contract/functions/explain-passage.ts";
import { explained } from "#tests/components/fixtures/passages/sample-log.ts";
import type { SessionState } from "#web/lib/session/session-transitions.ts";
import type { FixState } from "../use-fix.ts";

vi.stubGlobal("location", { origin: "https://portal.example" });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { sessionState } = await import("#web/lib/session/session.ts");
const { EXPLANATION_KEY } = await import("../api/explain-passage.ts");
const { ClockNote, PassageExplanation } = await import("./passage-explanation.tsx");
const { PassageFix } = await import("./passage-fix.tsx");
const { RequestId } = await import("./request-id.tsx");

const ID = "00000000-0000-4000-8000-000000000001";
const AT = "2026-11-25T18:03:00Z";
const NAMES = { who: "Anna", door: "Soprum" };
const PLACE = { source: "door", who: "Anna", door: "Soprum", controller: "Port A" } as const;
const extend: Fix = { id: "extend", label_code: "extend", effect: { gains: 1, loses: 0 }, valid_to: AT };
const giveDoor: Fix = { ...extend, id: "give_door", label_code: "give_door" };
const EXPLAINED = explained("no_assignment", giveDoor);

let client: QueryClient;
beforeAll(() => {
  client = new QueryClient();
});
const shown = (what: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={client}>{what}</QueryClientProvider>);

test("while it is explained the drawer is busy, and says that it loads", () => {
  const drawer = shown(
    <PassageExplanation source="door" id={ID} names={NAMES}>
      {() => null}
    </PassageExplanation>,
  );
  expect(drawer).toContain('aria-busy="true"');
  expect(drawer).toContain("Laddar...");
});

test("the number of further candidates stands below those who are named, and nothing where all are named", () => {
  sessionState.set({ status: "signed-in", role: "org_admin", organizationId: ID } as SessionState);
  const named = { end_user_id: ID, name: "Anna Skisslund", cause: "pin_too_long_for_reader", at: null } as const;
  const said = (more_candidates: number) => {
    client.setQueryData([...EXPLANATION_KEY, ID], { ...EXPLAINED, candidates: [named], more_candidates });
    const drawer = (
      <PassageExplanation source="door" id={ID} names={NAMES}>
        {() => null}
      </PassageExplanation>
    );
    return shown(drawer);
  };
  expect(said(1_200)).toMatch(/Och 1\s200 till</);
  expect(said(0)).toContain("Anna Skisslund");
  expect(said(0)).not.toContain(" till<");
  client.clear();
});

test("the groups that gave the access are named, and nothing is said where none did", () => {
  sessionState.set({ status: "signed-in", role: "org_admin", organizationId: ID } as SessionState);
  const said = (groups: string[]) => {
    client.setQueryData([...EXPLANATION_KEY, ID], { ...EXPLAINED, groups });
    return shown(
      <PassageExplanation source="door" id={ID} names={NAMES}>
        {() => null}
      </PassageExplanation>,
    );
  };
  expect(said(["Boende"])).toContain("Tillgången kommer från gruppen Boende.");
  expect(said(["Boende", "Styrelse"])).toContain("Tillgången kommer från grupperna Boende, Styrelse.");
  expect(said([])).not.toContain("Tillgången kommer");
  client.clear();
});

test("a door's own hours are said with their schedule, and in general where they may not be told", () => {
  sessionState.set({ status: "signed-in", role: "org_admin", organizationId: ID } as SessionState);
  const hours = { schedule: "Tvättstuga", day: "2026-11-25", open: [], opens_at: null };
  const said = (part: Partial<Explanation>) => {
    client.setQueryData([...EXPLANATION_KEY, ID], { ...explained("outside_door_hours"), ...part });
    return shown(
      <PassageExplanation source="door" id={ID} names={NAMES}>
        {() => null}
      </PassageExplanation>,
    );
  };
  expect(said({ hours })).toContain("Stängt hela dagen enligt Tvättstuga.");
  expect(said({ hours: null })).toContain("Försöket var utanför dörrens öppettider.");
  client.clear();
});

test("the hours of a person's right are said in the same way, at a door and at a gate", () => {
  sessionState.set({ status: "signed-in", role: "org_admin", organizationId: ID } as SessionState);
  const hours = {
    schedule: "Städ",
    day: "2026-11-24",
    open: [{ start: "2026-11-24T07:00", end: "2026-11-24T09:00" }],
    opens_at: "2026-12-08T07:00",
  };
  const said = (source: "door" | "gate", part: Partial<Explanation>) => {
    client.setQueryData([...EXPLANATION_KEY, ID], { ...explained("outside_access_hours"), ...part });
    return shown(
      <PassageExplanation source={source} id={ID} names={NAMES}>
        {() => null}
      </PassageExplanation>,
    );
  };
  for (const source of ["door", "gate"] as const)
    expect(said(source, { hours })).toContain("Öppet 07–09 enligt Städ; öppna");
  expect(said("gate", { hours: null })).toContain("Läsningen var utanför fordonets tider vid grinden.");
  expect(said("door", { hours: null })).toContain("Försöket var utanför personens tider vid dörren.");
  client.clear();
});

test("a reading that was linked since says so, instead of what could be done", () => {
  const state = { fix: null, progress: null, error: null, isUndone: false } as FixState;
  const linked = { ...EXPLAINED, fixes: [], linked_credential_id: ID };
  const said = (explanation: Explanation) =>
    shown(<PassageFix explanation={explanation} place={{ ...PLACE, source: "gate" }} state={state} />);
  expect(said(linked)).toContain("Läsningen är kopplad sedan dess");
  expect(said({ ...linked, linked_credential_id: null })).not.toContain("kopplad");
});

test("a device's clock is said from a minute on, and which way it is wrong", () => {
  expect(shown(<ClockNote seconds={59} />)).toBe("");
  expect(shown(<ClockNote seconds={null} />)).toBe("");
  expect(shown(<ClockNote seconds={172_920} />)).toContain("Styrenhetens klocka går 48\u00a0h 2\u00a0min före.");
  expect(shown(<ClockNote seconds={-180} />)).toContain("Styrenhetens klocka går 3\u00a0min efter.");
});

test("a fix that the device refuses, or is not asked about, says why, and offers the next one", () => {
  const progress: FixProgress = {
    id: "give_door",
    outcome: "applied",
    saved_at: AT,
    written_at: AT,
    pending: [],
    tried: { at: AT, granted: false, reason: "Expired" },
    untried: null,
    next: [extend],
    undo: null,
  };
  const state: FixState = {
    fix: giveDoor,
    progress,
    isSaving: false,
    isUndoing: false,
    isTrying: false,
    isUndone: false,
    error: null,
    canUndo: false,
    apply: () => undefined,
    tryAgain: () => undefined,
    takeBack: () => undefined,
  };
  const card = shown(<PassageFix explanation={EXPLAINED} place={PLACE} state={state} />);
  expect(card).toMatch(/Provat vid dörren \d\d:\d\d: koden öppnar inte, koden har gått ut/);
  expect(card).toContain("Förläng koden");
  expect(card).not.toContain("Åtgärdat");
  const absent = { ...progress, tried: null, untried: "absent" as const };
  const untried = shown(<PassageFix explanation={EXPLAINED} place={PLACE} state={{ ...state, progress: absent }} />);
  expect(untried).toContain("Styrenheten har inte koden, så den provades inte.");
  expect(untried).toContain("Förläng koden");
});

test("the explanation's own request is named, to be looked up in the server's log", () => {
  expect(shown(<RequestId source="door" id={ID} />)).toBe("");
  client.setQueryData([...EXPLANATION_KEY, ID], { ...EXPLAINED, requestId: "request-7" });
  expect(shown(<RequestId source="door" id={ID} />)).toContain("request-7");
});
