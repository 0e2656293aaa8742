import type { Pool } from "pg";

/** "unknown": there was no answer, or the answer said that the outcome is unknown. */
export type Notified = "done" | "refused" | "unknown";

/** The outcome according to the database; a text describes a partial result. */
export type Happened = "all" | "none" | { half: string };

/** Compares an answer with the database: acknowledged means stored, refused means nothing done, never half. */
export function answersAgainstDatabase(reported: Notified, happened: Happened): string[] {
  if (typeof happened === "object") return [`done by half: ${happened.half}`];
  if (reported === "done" && happened !== "all") return ["acknowledged, and not in the database"];
  if (reported === "refused" && happened !== "none") return ["refused, and yet in the database"];
  return [];
}

/** Checks that every completed change has an audit row and no other change has. */
export async function auditAgainstDatabase(
  admin: Pool,
  subject: string,
  since: Date,
  happened: Happened,
): Promise<string[]> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from audit where subject_id = $1 and at >= $2::timestamptz - interval '1 millisecond'",
    [subject, since],
  );
  const written = (rows[0]?.n ?? 0) > 0;
  if (happened === "all" && !written) return ["done without a row in the audit"];
  if (happened === "none" && written) return ["in the audit and not done"];
  return [];
}
