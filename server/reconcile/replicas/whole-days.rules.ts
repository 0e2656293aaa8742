// On a unit that counts whole days a PIN is there from its first second to its last, and the portal's worker brings and
// removes it. Its last day stays on the unit, in case the portal is away when it ends.
import { stockholmDay } from "#contract/stockholm.ts";
import type { DeviceCredential } from "#drivers/port.ts";

/** Between noon and midnight the day by UTC and by the site's clock is the same one, however the unit cuts it. */
const NOON = "T12:00:00Z";

type Window = Pick<DeviceCredential, "validFrom" | "validTo">;

/** What of a replica's row its days are made of. */
interface DatedRow {
  whole_days: boolean;
  desired: boolean;
  valid_from: string | null;
  valid_to: string | null;
  begins_epoch: number | null;
}

interface WakingRow extends Pick<DatedRow, "whole_days" | "desired" | "begins_epoch"> {
  assigned: boolean;
  live: boolean;
  expires_epoch: number | null;
}

export function onWholeDays<Row extends DatedRow>(row: Row): Row {
  if (!row.whole_days) return row;
  const valid_to = row.valid_to === null ? null : lastMoment(row.valid_to);
  return { ...row, desired: row.desired && row.begins_epoch === null, valid_from: null, valid_to };
}

/** Of the last day; never before the end itself, since a unit may keep times after all. */
function lastMoment(end: string): string {
  const noon = siteDay(end) + NOON;
  return Date.parse(end) > Date.parse(noon) ? end : noon;
}

/** When a replica that is in step is due again: where the unit keeps times, at its end only. */
export function wakesAt(row: WakingRow): number | null {
  if (row.desired) return row.expires_epoch;
  return row.whole_days && row.assigned && row.live ? row.begins_epoch : null;
}

/** What was read back has the days that were sent, by UTC or by the site's clock, and other times of the day. */
export function cutsToDays(desired: Window, actual: Window): boolean {
  const ends = [
    [desired.validFrom, actual.validFrom],
    [desired.validTo, actual.validTo],
  ] as const;
  const isSameDay = (dayOf: (instant: string) => string) =>
    ends.every(([sent, read]) =>
      sent === null || read === null ? sent === read : isMoment(read) && dayOf(sent) === dayOf(read),
    );
  return (isSameDay(utcDay) || isSameDay(siteDay)) && ends.some(([sent, read]) => sent !== read);
}

/** A unit gives back some time of the day that was sent, by its own clock or UTC; what is no time is on no day. */
export const onSameDay = (left: string, right: string): boolean =>
  isMoment(left) && isMoment(right) && (utcDay(left) === utcDay(right) || siteDay(left) === siteDay(right));

const isMoment = (instant: string): boolean => !Number.isNaN(Date.parse(instant));

const utcDay = (instant: string): string => instant.slice(0, 10);
const siteDay = (instant: string): string => stockholmDay(new Date(instant));
