// On a unit that counts whole days a PIN is there from its first second to its last, and the portal's worker brings and
// removes it. Its last day stays on the unit, in case the portal is away when it ends.
import { stockholmDay } from "#contract/validity.ts";
import type { DeviceCredential } from "#drivers/port.ts";
import type { WantedReplica } from "./plan-device-changes.rules.ts";

/** Noon is on the same day however the unit cuts it. */
const NOON = "T12:00:00Z";

/** What of a replica's row its days are made of. */
interface DatedRow {
  whole_days: boolean;
  wanted: boolean;
  valid_from: string | null;
  valid_to: string | null;
  begins_epoch: number | null;
}

interface WakingRow extends Pick<DatedRow, "whole_days" | "wanted" | "begins_epoch"> {
  assigned: boolean;
  live: boolean;
  expires_epoch: number | null;
}

export function onWholeDays<Row extends DatedRow>(row: Row): Row {
  if (!row.whole_days) return row;
  const valid_to = row.valid_to === null ? null : stockholmDay(new Date(row.valid_to)) + NOON;
  return { ...row, wanted: row.wanted && row.begins_epoch === null, valid_from: null, valid_to };
}

/** When a replica that is in step is due again: where the unit keeps times, at its end only. */
export function wakesAt(row: WakingRow): number | null {
  if (row.wanted) return row.expires_epoch;
  return row.whole_days && row.assigned && row.live ? row.begins_epoch : null;
}

/** What was read back has the days that were sent, by UTC or by the site's clock, and other times of the day. */
export function cutsToDays(
  wanted: Pick<WantedReplica, "validFrom" | "validTo">,
  actual: Pick<DeviceCredential, "validFrom" | "validTo">,
): boolean {
  const ends = [
    [wanted.validFrom, actual.validFrom],
    [wanted.validTo, actual.validTo],
  ] as const;
  const isSameDay = (dayOf: (instant: string) => string) =>
    ends.every(([sent, read]) => (sent === null || read === null ? sent === read : dayOf(sent) === dayOf(read)));
  return (isSameDay(utcDay) || isSameDay(siteDay)) && ends.some(([sent, read]) => sent !== read);
}

const utcDay = (instant: string): string => instant.slice(0, 10);
const siteDay = (instant: string): string => stockholmDay(new Date(instant));
