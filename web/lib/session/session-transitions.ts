import type { Role } from "#contract/roles.ts";
import type { RemainingStep } from "./remaining-step.ts";

export interface SignedIn {
  status: "signed-in";
  userId: string;
  email: string;
  role: Role;
  organizationId: string | null;
}

export type SessionState =
  | { status: "loading" }
  | SignedIn
  | { status: "signed-out" }
  | { status: "restricted"; email: string; step: RemainingStep }
  /** The session ended (`step` null), or a step is due, while a page was open; handled on top of that page. */
  | { status: "expired"; last: SignedIn; step: RemainingStep | null };

type StateEvent =
  | { type: "session-ended" }
  | { type: "session-found"; userId: string }
  | { type: "refresh-refused"; person: SignedIn }
  | { type: "role-loaded"; person: SignedIn }
  | { type: "step-required"; userId: string; email: string; step: RemainingStep }
  | { type: "signed-out" };

export type SessionEvent = StateEvent | { type: "hold"; on: boolean } | { type: "leave"; on: boolean };

export interface Session {
  readonly state: SessionState;
  /** A step shows one-time content, such as recovery codes, so the person is not moved on. */
  readonly isHeld: boolean;
  readonly isLeaving: boolean;
}

export const FIRST_SESSION: Session = { state: { status: "loading" }, isHeld: false, isLeaving: false };

type Move<Event> = (state: SessionState, event: Event) => SessionState;
type EventOf<Type extends StateEvent["type"]> = Extract<StateEvent, { type: Type }>;

const STATUSES = ["loading", "signed-out", "restricted", "signed-in", "expired"] as const;
type Row<Event> = readonly [Move<Event>, Move<Event>, Move<Event>, Move<Event>, Move<Event>];

const stay = (state: SessionState) => state;
/** Returns a new object each time: its identity announces that the person's data must be removed. */
const clear = (): SessionState => ({ status: "signed-out" });
const enter: Move<{ person: SignedIn }> = (_state, { person }) => person;
const restrict: Move<{ email: string; step: RemainingStep }> = (_state, { email, step }) => ({
  status: "restricted",
  email,
  step,
});
const clearForAnother: Move<{ userId: string }> = (state, { userId }) =>
  personOf(state)?.userId === userId ? state : clear();
const expire = (state: SessionState): SessionState => overPage(state, null);
const expireUnchanged: Move<{ person: SignedIn }> = (state, { person }) => (state === person ? expire(state) : state);
const interrupt: Move<{ userId: string; email: string; step: RemainingStep }> = (state, event) =>
  personOf(state)?.userId === event.userId ? overPage(state, event.step) : restrict(state, event);

// biome-ignore format: a table
const TABLE: { readonly [Type in StateEvent["type"]]: Row<EventOf<Type>> } = {
  //                  loading   signed-out  restricted  signed-in        expired
  "session-ended":   [clear,    stay,       clear,      expire,          expire],
  "session-found":   [stay,     stay,       stay,       clearForAnother, clearForAnother],
  "refresh-refused": [stay,     stay,       stay,       expireUnchanged, stay],
  "role-loaded":     [enter,    enter,      enter,      enter,           enter],
  "step-required":   [restrict, restrict,   restrict,   interrupt,       interrupt],
  "signed-out":      [clear,    clear,      clear,      clear,           clear],
};

/** Returns the session after an event. An equal state is the same object, which keeps text typed into a step. */
export function transition(session: Session, event: SessionEvent): Session {
  const { state, isHeld, isLeaving } = session;
  if (event.type === "hold") return { ...session, isHeld: event.on };
  if (event.type === "leave") return { ...session, isLeaving: event.on };
  if (isHeld && (event.type === "role-loaded" || event.type === "step-required")) return session;
  const happened = event.type === "session-ended" && isLeaving ? ({ type: "signed-out" } as const) : event;
  const next = move(state, happened.type, happened);
  if (next.status === "signed-out") return next === state ? session : { state: next, isHeld: false, isLeaving };
  return JSON.stringify(next) === JSON.stringify(state) ? session : { ...session, state: next };
}

function move<Type extends StateEvent["type"]>(state: SessionState, type: Type, event: EventOf<Type>): SessionState {
  const row: readonly Move<EventOf<Type>>[] = TABLE[type];
  return (row[STATUSES.indexOf(state.status)] ?? stay)(state, event);
}

function personOf(state: SessionState): SignedIn | null {
  if (state.status === "signed-in") return state;
  return state.status === "expired" ? state.last : null;
}

function overPage(state: SessionState, step: RemainingStep | null): SessionState {
  const last = personOf(state);
  return last ? { status: "expired", last, step } : state;
}
