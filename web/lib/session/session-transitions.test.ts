import { describe, expect, test } from "vitest";
import {
  type Session,
  type SessionEvent,
  type SessionState,
  type SignedIn,
  transition,
} from "./session-transitions.ts";

const ALVA: SignedIn = {
  status: "signed-in",
  userId: "alva",
  email: "alva@x.se",
  role: "org_admin",
  organizationId: "o",
};
const BO: SignedIn = {
  status: "signed-in",
  userId: "bo",
  email: "bo@x.se",
  role: "system_admin",
  organizationId: null,
};

const STATES = {
  loading: { status: "loading" },
  "signed-out": { status: "signed-out" },
  restricted: { status: "restricted", email: ALVA.email, step: "enrol" },
  "signed-in": ALVA,
  expired: { status: "expired", last: ALVA, step: null },
  interrupted: { status: "expired", last: ALVA, step: "enrol" },
} as const satisfies Record<string, SessionState>;

const asked = { email: "alva@x.se", step: "challenge" } as const;
const EVENTS = {
  "the session ends": { type: "session-ended" },
  "her session is found": { type: "session-found", userId: "alva" },
  "another's session is found": { type: "session-found", userId: "bo" },
  "the refresh of this state is refused": { type: "refresh-refused", person: ALVA },
  "the refresh of an older state is refused": { type: "refresh-refused", person: { ...ALVA } },
  "her role is loaded": { type: "role-loaded", person: ALVA },
  "another's role is loaded": { type: "role-loaded", person: BO },
  "a step is required of her": { type: "step-required", userId: "alva", ...asked },
  "a step is required of another": { type: "step-required", userId: "bo", ...asked },
  "she signs out": { type: "signed-out" },
} as const satisfies Record<string, SessionEvent>;

const OUT: SessionState = { status: "signed-out" };
const AGAIN: SessionState = { status: "expired", last: ALVA, step: null };
const OVER: SessionState = { status: "expired", last: ALVA, step: "challenge" };
const STEP: SessionState = { status: "restricted", ...asked };
const SAME = null;

// biome-ignore format: a table
const EXPECTED: Record<keyof typeof EVENTS, Record<keyof typeof STATES, SessionState | null>> = {
  "the session ends":                         { loading: OUT,  "signed-out": SAME, restricted: OUT,  "signed-in": AGAIN, expired: SAME, interrupted: AGAIN },
  "her session is found":                     { loading: SAME, "signed-out": SAME, restricted: SAME, "signed-in": SAME,  expired: SAME, interrupted: SAME },
  "another's session is found":               { loading: SAME, "signed-out": SAME, restricted: SAME, "signed-in": OUT,   expired: OUT,  interrupted: OUT },
  "the refresh of this state is refused":     { loading: SAME, "signed-out": SAME, restricted: SAME, "signed-in": AGAIN, expired: SAME, interrupted: SAME },
  "the refresh of an older state is refused": { loading: SAME, "signed-out": SAME, restricted: SAME, "signed-in": SAME,  expired: SAME, interrupted: SAME },
  "her role is loaded":                       { loading: ALVA, "signed-out": ALVA, restricted: ALVA, "signed-in": SAME,  expired: ALVA, interrupted: ALVA },
  "another's role is loaded":                 { loading: BO,   "signed-out": BO,   restricted: BO,   "signed-in": BO,    expired: BO,   interrupted: BO },
  "a step is required of her":                { loading: STEP, "signed-out": STEP, restricted: STEP, "signed-in": OVER,  expired: OVER, interrupted: OVER },
  "a step is required of another":            { loading: STEP, "signed-out": STEP, restricted: STEP, "signed-in": STEP,  expired: STEP, interrupted: STEP },
  "she signs out":                            { loading: OUT,  "signed-out": OUT,  restricted: OUT,  "signed-in": OUT,   expired: OUT,  interrupted: OUT },
};

const MOVING_ON = ["role-loaded", "step-required"];
const keysOf = <Key extends string>(record: Record<Key, unknown>) =>
  Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key));

describe.each(keysOf(STATES))("in the state %s", (name) => {
  const state = STATES[name];
  const at: Session = { state, isHeld: false, isLeaving: false };

  test.each(keysOf(EVENTS))("when %s", (event) => {
    const next = transition(at, EVENTS[event]);
    const expected = EXPECTED[event][name];
    if (expected === SAME) expect(next).toBe(at);
    else expect(next).toEqual({ ...at, state: expected });
    // A new state object announces that the person's data must go, even when nobody was signed in.
    if (expected === OUT) expect(next.state).not.toBe(state);
  });

  test.each(keysOf(EVENTS))("while a step is held, when %s", (event) => {
    const held = { ...at, isHeld: true };
    const next = transition(held, EVENTS[event]);
    const expected = MOVING_ON.includes(EVENTS[event].type) ? SAME : EXPECTED[event][name];
    if (expected === SAME) expect(next).toBe(held);
    else expect(next).toEqual({ ...held, state: expected, isHeld: expected !== OUT });
  });

  test.each(keysOf(EVENTS))("while the person signs out, when %s", (event) => {
    const leaving = { ...at, isLeaving: true };
    const next = transition(leaving, EVENTS[event]);
    const expected = event === "the session ends" ? OUT : EXPECTED[event][name];
    if (expected === SAME) expect(next).toBe(leaving);
    else expect(next).toEqual({ ...leaving, state: expected });
  });

  test("holding and leaving change nothing else", () => {
    for (const on of [true, false]) {
      expect(transition(at, { type: "hold", on })).toEqual({ ...at, isHeld: on });
      expect(transition(at, { type: "leave", on })).toEqual({ ...at, isLeaving: on });
    }
  });
});
