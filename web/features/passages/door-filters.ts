import { addressChoice, addressDay, addressId, type ListAddress } from "#web/lib/lists/list-address.ts";
import type { Period } from "#web/lib/lists/period.ts";

/** The first is the usual one: people open the log to see why somebody was not let in. */
export const SHOWS = ["refused", "granted", "all"] as const;
export type Show = (typeof SHOWS)[number];

export interface DoorFilters extends Period {
  /** Names of a person or a door. */
  text: string;
  show: Show;
  /** Null means all. */
  doorId: string | null;
}

/** Returns the filters of an address, without the text, which waits for a pause in typing. */
export function doorFiltersIn(address: ListAddress): Omit<DoorFilters, "text"> {
  return {
    show: addressChoice(address, "show", SHOWS).value,
    doorId: addressId(address, "door"),
    from: addressDay(address, "from"),
    to: addressDay(address, "to"),
  };
}

/** Returns the address of the filters, from the first page. */
export function doorAddressOf({ show, doorId, text: _text, ...period }: Partial<DoorFilters>) {
  return {
    ...period,
    ...(show !== undefined && { show: show === SHOWS[0] ? null : show }),
    ...(doorId !== undefined && { door: doorId }),
    page: null,
  };
}

export const NO_DOOR_FILTERS: DoorFilters = { text: "", show: "refused", doorId: null, from: null, to: null };

/** Counts active filters, with both dates as one and without the search. */
export function countActiveDoorFilters({ show, doorId, from, to }: Omit<DoorFilters, "text">): number {
  return [show !== "refused", doorId !== null, from !== null || to !== null].filter(Boolean).length;
}
