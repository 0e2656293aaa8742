import { addressChoice, addressDay, addressId, type ListAddress } from "#web/lib/lists/list-address.ts";
import type { Period } from "#web/lib/lists/period.ts";

/** The first is the usual one: whoever opens the log asks why somebody did not get in. */
export const SHOWS = ["refused", "granted", "all"] as const;
export type Show = (typeof SHOWS)[number];

export interface DoorFilters extends Period {
  /** Names of a person or a door. */
  text: string;
  show: Show;
  /** Null = all. */
  doorId: string | null;
}

/** The text apart, which waits for the typing to stop. */
export function doorFiltersIn(address: ListAddress): Omit<DoorFilters, "text"> {
  return {
    show: addressChoice(address, "show", SHOWS).value,
    doorId: addressId(address, "door"),
    from: addressDay(address, "from"),
    to: addressDay(address, "to"),
  };
}

/** As they stand in the address, from the first page. */
export function doorAddressOf({ show, doorId, text: _text, ...period }: Partial<DoorFilters>) {
  return {
    ...period,
    ...(show !== undefined && { show: show === SHOWS[0] ? null : show }),
    ...(doorId !== undefined && { door: doorId }),
    page: null,
  };
}

export const NO_DOOR_FILTERS: DoorFilters = { text: "", show: "refused", doorId: null, from: null, to: null };

/** Number of active filters, both dates as one, the search excluded. */
export function countActiveDoorFilters({ show, doorId, from, to }: Omit<DoorFilters, "text">): number {
  return [show !== "refused", doorId !== null, from !== null || to !== null].filter(Boolean).length;
}
