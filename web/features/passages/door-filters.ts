import { addressChoice, addressDay, addressId, type ListAddress } from "#web/lib/lists/list-address.ts";
import type { Period } from "#web/lib/lists/period.ts";
import { matchesFilters, type PassageFacts } from "./filters.ts";

/** The first is the usual one. */
export const SHOWS = ["all", "granted", "refused"] as const;
export type Show = (typeof SHOWS)[number];

export interface DoorFilters extends Period {
  /** Names of a person, a door or a gate, or a part of a plate. */
  text: string;
  show: Show;
  /** Null means all. */
  doorId: string | null;
  /** Null means all. */
  controllerId: string | null;
}

/** Returns the filters of an address, without the text, which waits for a pause in typing. */
export function doorFiltersIn(address: ListAddress): Omit<DoorFilters, "text"> {
  return {
    show: addressChoice(address, "show", SHOWS).value,
    doorId: addressId(address, "door"),
    controllerId: addressId(address, "controller"),
    from: addressDay(address, "from"),
    to: addressDay(address, "to"),
  };
}

/** Returns the address of the filters, from the first page. */
export function doorAddressOf({ show, doorId, controllerId, text: _text, ...period }: Partial<DoorFilters>) {
  return {
    ...period,
    ...(show !== undefined && { show: show === SHOWS[0] ? null : show }),
    ...(doorId !== undefined && { door: doorId }),
    ...(controllerId !== undefined && { controller: controllerId }),
    page: null,
  };
}

export const NO_DOOR_FILTERS: DoorFilters = {
  text: "",
  show: "all",
  doorId: null,
  controllerId: null,
  from: null,
  to: null,
};

/** Counts active filters, with both dates as one and without the search. */
export function countActiveDoorFilters({ show, doorId, controllerId, from, to }: Omit<DoorFilters, "text">): number {
  return [show !== SHOWS[0], doorId !== null, controllerId !== null, from !== null || to !== null].filter(Boolean)
    .length;
}

/** Tells whether a new passage at a gate matches. A search by name needs the server, which the next reading asks. Pure. */
export function matchesPassage(filters: DoorFilters, row: PassageFacts, now: number): boolean {
  const { text, show, doorId, controllerId, from, to } = filters;
  if (text !== "" || doorId !== null) return false;
  const status = show === "refused" ? "denied" : show;
  return matchesFilters({ plate: "", controllerId, status, from, to }, row, now);
}
