// State of the audit chain, for system admins: one line when all is well.
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { AuditStatus } from "#contract/tables/audit.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { getAuditStatusQueryOptions } from "../api/get-audit.ts";
import { auditTexts } from "../texts/audit.sv.ts";

/** Rows are chained within a second or two; a longer delay is a fault. */
const LATE_MS = 60_000;

export function ChainNote() {
  const { data } = useQuery(getAuditStatusQueryOptions());
  const now = useNow();
  if (!data) return null;
  const { tone, text } = words(data, now);
  return (
    <Note tone={tone} icon={tone === "fail" ? ShieldAlert : ShieldCheck} className="mb-4">
      {text}
    </Note>
  );
}

function words(status: AuditStatus, now: number): { tone: "ok" | "wait" | "fail"; text: string } {
  const { waiting, waiting_since, checked_at, checked_through, checked_rows, unreadable_rows, findings } = status;
  if (findings !== null && findings > 0 && checked_at !== null) {
    const found = auditTexts.deviations(formatNumber(findings), findings === 1);
    return { tone: "fail", text: auditTexts.chainBroken(found, formatExact(checked_at)) };
  }
  // Worded like the console: unreadable is not the same as unchanged.
  if (unreadable_rows !== null && unreadable_rows > 0)
    return { tone: "fail", text: auditTexts.chainUnreadable(formatNumber(unreadable_rows)) };
  if (waiting_since !== null && now - Date.parse(waiting_since) > LATE_MS)
    return { tone: "wait", text: auditTexts.chainWaiting(formatNumber(waiting), formatExact(waiting_since)) };
  if (checked_through === null || checked_rows === null) return { tone: "ok", text: auditTexts.chainNotYet };
  return { tone: "ok", text: auditTexts.chainChecked(formatExact(checked_through), formatNumber(checked_rows)) };
}
