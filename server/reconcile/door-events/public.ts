// Door events, for the engine.
export { collectDoorEvents } from "./collect-door-events.ts";
export { readEventCursor } from "./door-events.store.ts";
export { keepDoorStates, lockEndedHolds } from "./keep-door-states.ts";
