import { useQuery } from "@tanstack/react-query";
import { replicaTrouble } from "#web/features/reconcile/texts/sync-status.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Note } from "#web/ui/note.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { getCodeReplicasQueryOptions } from "../api/get-code-states.ts";
import { getCodeControllersQueryOptions, type ListedCode } from "../api/get-weekly-codes.ts";
import { weekName } from "../code-state.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";

export function CodeControllers({ code }: { code: ListedCode }) {
  const assigned = useQuery(getCodeControllersQueryOptions(code.id));
  const replicas = useQuery(getCodeReplicasQueryOptions(code.id));
  const failed = assigned.error ?? replicas.error;
  if (failed)
    return (
      <Note
        tone="fail"
        role="alert"
        actions={[{ label: words.retry, onAction: () => void Promise.all([assigned.refetch(), replicas.refetch()]) }]}
      >
        {t.axisFailed} {failed.message}
      </Note>
    );
  if (assigned.data?.length === 0) return <p className="text-small text-ink-2">{t.noControllers}</p>;
  const byController = new Map(replicas.data?.map((replica) => [replica.controller_id, replica]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul role="list" aria-label={t.ofWeek(weekName(code))} className="rounded-card border border-line">
      {assigned.data?.map(({ controller_id, controllers }) => {
        const replica = byController.get(controller_id);
        return (
          <li
            key={controller_id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-soft px-4 py-2 text-cell last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-40 font-name text-ink">{controllers.name}</span>
            {replica?.last_error && (
              <span className="text-meta text-fail-ink">{replicaTrouble(replica.last_error)}</span>
            )}
            {replicas.data && <SyncPill state={replica?.state ?? "pending"} href="/system-admin/sync" />}
          </li>
        );
      })}
    </ul>
  );
}
