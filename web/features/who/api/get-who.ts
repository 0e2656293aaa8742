import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Verdict, type WhereMay, type WhoMayPass, whereMay, whoMayPass } from "#contract/tables/who-may-pass.ts";
import { callSql } from "#web/lib/calls/sql.ts";

/** Something to ask about: a door, a gate or a person. */
export type Subject = { door: string } | { gate: string } | { person: string };

export interface WhoAsked {
  subject: Subject;
  /** ISO 8601; null: now. */
  at: string | null;
  verdict: Verdict | null;
  query: string;
}

export const WHO_KEY = ["who"] as const;
const REFRESH_MS = 15_000;

export interface WhoAnswer {
  place: WhoMayPass["place"];
  person: WhereMay["person"];
  at: string;
  known: boolean;
  counts: WhoMayPass["counts"];
  more: boolean;
  rows: WhoMayPass["rows"];
}

export function getWhoQueryOptions(asked: WhoAsked | null, rows: number) {
  return queryOptions({
    queryKey: [...WHO_KEY, asked, rows],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    refetchInterval: asked?.at === null ? REFRESH_MS : false,
    queryFn: ({ signal }) => (asked === null ? null : readWho(asked, { rows, signal })),
  });
}

interface Part {
  rows: number;
  after?: WhoMayPass["rows"][number] | undefined;
  signal?: AbortSignal;
}

/** Reads rows of an answer. Throws BackendError. */
export async function readWho({ subject, at, verdict, query }: WhoAsked, part: Part): Promise<WhoAnswer> {
  const { after } = part;
  const more = {
    at,
    verdict,
    query,
    limit: part.rows,
    ...(after && { after: [after.verdict, after.sort, after.key] }),
  };
  if ("person" in subject)
    return { place: null, ...(await callSql(whereMay, { end_user_id: subject.person, ...more }, part.signal)) };
  const place = "door" in subject ? { access_point_id: subject.door } : { controller_id: subject.gate };
  return { person: null, ...(await callSql(whoMayPass, { ...place, ...more }, part.signal)) };
}
