// Keeps a list's search, filters, order, page and size in the address, so that they survive reload, back and sharing.
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

export interface ListAddress {
  read: (name: string) => string | null;
  /** Changes parameters; null removes a name. A new search replaces the step of the history, any other change adds one. */
  change: (changes: Readonly<Record<string, string | null>>, how?: "push" | "replace") => void;
}

/** Returns the list's state in the address. `change` does nothing while another page is opened. */
export function useListAddress(): ListAddress {
  const navigate = useNavigate();
  const search = useOwnSearch();
  // Keeps this page's last search while another page is fetched.
  const [last, setLast] = useState<object>(search ?? NOTHING);
  if (search !== null && search !== last) setLast(search);
  return {
    read: (name) => textIn(last, name),
    change: (changes, how = "push") => {
      if (search === null) return;
      void navigate({
        to: ".",
        search: (now: object) => changedSearch(now, changes),
        replace: how === "replace",
        resetScroll: false,
      });
    },
  };
}

const NOTHING = {};

/** Returns the search of the calling page; null while the address already belongs to another page. */
export function useOwnSearch(): object | null {
  const pathname = useLocation({ select: (place) => place.pathname });
  const [own] = useState(pathname);
  const search = useLocation({ select: (place): object => place.search });
  return pathname === own ? search : null;
}

/** Returns the search with the changes; null removes a parameter. */
export function changedSearch(now: object, changes: Readonly<Record<string, string | null>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...now, ...changes }).filter(([, value]) => value !== null));
}

/** Returns a parameter as text; null when it is missing or an object. */
export function textIn(search: object, name: string): string | null {
  const value: unknown = Reflect.get(search, name);
  if (typeof value === "string") return value;
  // The router reads "2" as a number.
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** The most digits that a PIN has. A search by fewer digits finds people by a part of their PIN. */
const PIN_LIKE = /^[\d\s-]{1,6}$/;

/** Returns the search for the address: a text that may be a PIN stays out of addresses, histories and logs. */
export function addressableSearch(text: string): string {
  const trimmed = text.trim();
  return PIN_LIKE.test(trimmed.replaceAll(/[\s-]/g, "")) ? "" : trimmed;
}

export interface AddressChoice<Choice extends string> {
  value: Choice;
  set: (value: Choice) => void;
}

/** Reads a filter with fixed choices. The first is the default, which no address names. */
export function addressChoice<Choice extends string>(
  address: ListAddress,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): AddressChoice<Choice> {
  const [usual] = choices;
  const given = address.read(name);
  return {
    value: choices.find((choice) => choice === given) ?? usual,
    set: (value) => address.change({ [name]: value === usual ? null : value, page: null }),
  };
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns the id of the row that a filter names; null without one. */
export function addressId(address: ListAddress, name: string): string | null {
  const given = address.read(name);
  return given !== null && UUID.test(given) ? given : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a day, yyyy-MM-dd; null without one. */
export function addressDay(address: ListAddress, name: string): string | null {
  const given = address.read(name);
  return given !== null && DAY.test(given) && !Number.isNaN(Date.parse(given)) ? given : null;
}
