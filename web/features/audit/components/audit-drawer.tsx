import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AuditedRow, AuditListRow } from "#contract/tables/audit.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { Drawer } from "#web/ui/dialogs/drawer.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { Pager } from "#web/ui/table/pager.tsx";
import { getAuditRowsQueryOptions } from "../api/get-audit.ts";
import { changesOf, rowHeading } from "../changes.ts";
import { wholeSentence } from "../sentence.ts";
import { auditTexts } from "../texts/audit.sv.ts";
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

const ROWS_A_PAGE = 25;

function Changes({ row }: { row: AuditListRow }) {
  const [page, setPage] = useState(0);
  const from = page * ROWS_A_PAGE;
  // If the search found a part of an import, the whole import opens.
  const detail = useQuery(getAuditRowsQueryOptions(row.part_of ?? row.id, { from, rows: ROWS_A_PAGE }));
  if (detail.isError)
    return (
      <RetryNote role="alert" onRetry={detail.refetch}>
        {auditTexts.detailFailed}. {detail.error.message}
      </RetryNote>
    );
  if (!detail.data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        <LoadingWords />
        <SkeletonBar className="w-3/5" />
        <SkeletonBar className="w-4/5" />
      </div>
    );
  const { rows, total, kept } = detail.data;
  const hadRows = rows.some(({ before }) => before !== null);
  const hasRows = rows.some(({ after }) => after !== null);
  return (
    <section>
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-card text-ink">
        {heading(row, hadRows, hasRows)}
        {total > kept && (
          <span className="text-small font-normal text-ink-2">
            {auditTexts.firstOf(formatNumber(kept), formatNumber(total))}
          </span>
        )}
      </h3>
      <div className={detail.isPlaceholderData ? "flex flex-col gap-2.5 opacity-60" : "flex flex-col gap-2.5"}>
        {rows.map(({ before, after }, index) => (
          <RowChanges
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an event never move
            key={from + index}
            before={before}
            after={after}
            title={kept > 1 ? rowHeading(after ?? before) : null}
          />
        ))}
        {kept === 0 && <p className="text-small text-ink-2">{auditTexts.nothing}</p>}
      </div>
      {kept > ROWS_A_PAGE && (
        <Pager bare page={page} pageSize={ROWS_A_PAGE} total={kept} shown={rows.length} onPageChange={setPage} />
      )}
    </section>
  );
}

function heading(row: AuditListRow, hadRows: boolean, hasRows: boolean): string {
  if (hadRows && hasRows) return auditTexts.changes;
  if (row.action.endsWith(".insert") || row.action.endsWith("_imported")) return auditTexts.added;
  return hadRows ? auditTexts.removed : auditTexts.facts;
}

interface RowChangesProps {
  before: AuditedRow | null;
  after: AuditedRow | null;
  /** Names the row where an event has several. */
  title: string | null;
}

function RowChanges({ before, after, title }: RowChangesProps) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="text-small text-ink-2">{auditTexts.nothing}</p>;
  const both = before !== null && after !== null;
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full table-fixed text-small">
        {title !== null && (
          <caption className="border-b border-line bg-sunken px-3 py-1.5 text-left font-name break-words text-ink">
            {title}
          </caption>
        )}
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
