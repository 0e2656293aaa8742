import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditedRow, AuditListRow } from "#contract/tables/audit.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { auditTexts } from "#web/texts/audit.ts";
import { words } from "#web/texts/words.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { getAuditDetailQueryOptions } from "../api/get-audit.ts";
import { changesOf } from "../changes.ts";
import { wholeSentence } from "../sentence.ts";
import { organizationName } from "./audit-columns.tsx";

export function AuditDrawer({ row, onClose }: { row: AuditListRow; onClose: () => void }) {
  return (
    <Drawer side="right" isOpen onClose={onClose} title={auditTexts.detailTitle}>
      <p className="mb-4 text-h2 break-words text-ink">{wholeSentence(row)}</p>
      <dl className="mb-5 grid grid-cols-2 gap-3.5">
        <Fact name={auditTexts.detailWhen}>
          <span className="tabular">{formatExact(row.at)}</span>
          <span className="block text-small text-ink-2">
            <RelativeTime value={row.at} always />
          </span>
        </Fact>
        <Fact name={auditTexts.detailFrom}>
          <span className="tabular break-all">{row.address ?? auditTexts.fromConsole}</span>
        </Fact>
        <Fact name={auditTexts.organization}>{organizationName(row)}</Fact>
      </dl>
      <Changes row={row} />
      {row.request_id !== null && (
        <div className="mt-5">
          <CopyField label={auditTexts.detailRequest} value={row.request_id} />
        </div>
      )}
    </Drawer>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="mt-0.5 text-body text-ink">{children}</dd>
    </div>
  );
}

function Changes({ row }: { row: AuditListRow }) {
  const detail = useQuery(getAuditDetailQueryOptions(row.id));
  if (detail.isError)
    return (
      <RetryNote role="alert" onRetry={detail.refetch}>
        {auditTexts.detailFailed}. {detail.error.message}
      </RetryNote>
    );
  if (!detail.data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        <p className="sr-only">{words.loading}</p>
        <SkeletonBar className="w-3/5" />
        <SkeletonBar className="w-4/5" />
      </div>
    );
  const { before, after } = detail.data;
  const rows = Math.max(before.length, after.length);
  return (
    <section>
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-card text-ink">
        {heading(row, before.length > 0, after.length > 0)}
        {row.row_count > 1 && rows > 1 && (
          <span className="text-small font-normal text-ink-2">
            {auditTexts.firstOf(formatNumber(rows), formatNumber(row.row_count))}
          </span>
        )}
      </h3>
      <div className="flex flex-col gap-2.5">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an event never move
          <RowChanges key={index} before={before[index] ?? null} after={after[index] ?? null} />
        ))}
        {rows === 0 && <p className="text-small text-ink-2">{auditTexts.nothing}</p>}
      </div>
    </section>
  );
}

function heading(row: AuditListRow, hadRows: boolean, hasRows: boolean): string {
  if (hadRows && hasRows) return auditTexts.changes;
  if (row.action.endsWith(".insert")) return auditTexts.added;
  return hadRows ? auditTexts.removed : auditTexts.facts;
}

function RowChanges({ before, after }: { before: AuditedRow | null; after: AuditedRow | null }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="text-small text-ink-2">{auditTexts.nothing}</p>;
  const both = before !== null && after !== null;
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full table-fixed text-small">
        <thead className={both ? "text-left text-meta text-ink-3" : "sr-only"}>
          <tr className="border-b border-line">
            <th className="px-3 py-1.5 font-normal">{auditTexts.field}</th>
            {before && <th className="px-3 py-1.5 font-normal">{auditTexts.before}</th>}
            {after && <th className="px-3 py-1.5 font-normal">{auditTexts.after}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field} className="border-b border-line-soft align-top last:border-0">
              <th scope="row" className="px-3 py-1.5 text-left font-normal break-words text-ink-2">
                {change.field}
              </th>
              {before && <td className="px-3 py-1.5 break-words text-ink-2">{change.before}</td>}
              {after && <td className="px-3 py-1.5 break-words text-ink">{change.after}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
