// Some units count whole days. There the portal's worker writes a PIN at its first second and removes it at its last. The last day still
// stands on the unit, in case the portal is away when it ends.
import { stockholmDay } from "#contract/stockholm.ts";
import type { DeviceCredential } from "#drivers/port.ts";

/** Noon UTC falls on the same day by UTC and by the site's clock, so the unit keeps that day however it cuts the time. */
const NOON = "T12:00:00Z";

type Window = Pick<DeviceCredential, "validFrom" | "validTo">;

/** The part of a replica's row that its days are made from. */
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

/** Returns the row with the validity that such a unit gets: no start, since it is written at its first second. Others stay unchanged. */
export function onWholeDays<Row extends DatedRow>(row: Row): Row {
  if (!row.whole_days) return row;
  const valid_to = row.valid_to === null ? null : lastMoment(row.valid_to);
  return { ...row, desired: row.desired && row.begins_epoch === null, valid_from: null, valid_to };
}

/** Returns the last moment of the last day, never before the end itself, since a unit may store times after all. */
function lastMoment(end: string): string {
  const noon = siteDay(end) + NOON;
  return Date.parse(end) > Date.parse(noon) ? end : noon;
}

/** Returns when a replica in step is due again. At a unit that stores times, it is due only at its end. */
export function wakesAt(row: WakingRow): number | null {
  if (row.desired) return row.expires_epoch;
  return row.whole_days && row.assigned && row.live ? row.begins_epoch : null;
}

/** Tells whether the unit cut the times: the days are those sent, by UTC or by the site's clock, and the times of day differ. */
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

/** Tells whether two texts name the same day, by the unit's clock or UTC. A text that is no time is on no day. */
export const onSameDay = (left: string, right: string): boolean =>
  isMoment(left) && isMoment(right) && (utcDay(left) === utcDay(right) || siteDay(left) === siteDay(right));

const isMoment = (instant: string): boolean => !Number.isNaN(Date.parse(instant));

const utcDay = (instant: string): string => instant.slice(0, 10);
const siteDay = (instant: string): string => stockholmDay(new Date(instant));
