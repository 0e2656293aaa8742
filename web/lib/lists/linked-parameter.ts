// Parameters by which a link asks a page to open something: `?add=1`, `?organization=…`. Each is followed once and removed.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { changedSearch, textIn, useOwnSearch } from "./list-address.ts";

/** Calls `follow` once for each value and removes it first, so that neither a reload nor a return opens it again. */
export function useLinkedParameter(name: string, follow: (value: string) => void): void {
  const navigate = useNavigate();
  const search = useOwnSearch();
  const value = (search && textIn(search, name)) ?? "";
  const open = useEffectEvent(async (given: string) => {
    await navigate({ to: ".", search: (now: object) => changedSearch(now, { [name]: null }), replace: true });
    follow(given);
  });
  useEffect(() => {
    if (value !== "") void open(value);
  }, [value]);
}

/** Opens the dialog of the weekly codes, on the page of the controllers. */
export const WEEKLY_CODES = "weekly-codes";

/** Opens the requirements of two-step verification, on the page of the system admins. */
export const MFA_REQUIREMENTS = "mfa";

/** Opens the form for a new calendar, on the page of the schedules. */
export const ADD_CALENDAR = "add-calendar";

/** Opens one of the alerts' dialogs, on the page of the operations: `settings` or `webhooks`. */
export const ALERT_DIALOG = "alerts";

/** Asks whether the named controller is removed, on the page of the controllers. */
export const REMOVE = "remove";

/** Returns a `href`: the page at `path`, asked to open what the parameter names. */
export const linkedAt = (path: string, parameter: string, value = "1"): string => `${path}?${parameter}=${value}`;

export const ADD = "add";
/** Returns a `href`: the page at `path` with its form for a new row. */
export const addingAt = (path: string): string => linkedAt(path, ADD);

/** Calls `add` once when the address has `?add=1`. */
export function useLinkedAdd(add: () => void): void {
  useLinkedParameter(ADD, add);
}
