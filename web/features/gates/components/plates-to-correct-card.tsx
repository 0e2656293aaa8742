// Lists stored plates that no camera can read, and those that are read as another stored plate; hidden while there are none.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components";
import { formatPlate } from "#contract/format-plate.ts";
import type { PlateToCorrectRow } from "#contract/tables/plates-to-correct.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { getPlatesToCorrectQueryOptions } from "../api/get-plates-to-correct.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";

export function PlatesToCorrectCard() {
  const { role } = useSignedIn();
  const list = useQuery(getPlatesToCorrectQueryOptions());
  if (list.isError)
    return (
      <RetryNote className="mb-6" onRetry={list.refetch}>
        {t.toCorrectFailed}. {list.error.message}
      </RetryNote>
    );
  if (!list.data || list.data.length === 0) return null;
  const isSystem = role === "system_admin";
  return (
    <Card title={t.toCorrect} flush className="mb-6">
      <p className="px-4 py-2.5 text-small text-ink-2">{t.toCorrectHelp}</p>
      <ul aria-label={t.toCorrect} className="divide-y divide-line-soft border-t border-line-soft">
        {list.data.map((row) => (
          <PlateRow key={row.credential_id} row={row} isSystem={isSystem} />
        ))}
      </ul>
    </Card>
  );
}

function PlateRow({ row, isSystem }: { row: PlateToCorrectRow; isSystem: boolean }) {
  const person = `${row.first_name} ${row.last_name}`;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-cell">
      <PlateChip plate={row.plate} />
      <Link
        href={`${isSystem ? "/system-admin" : "/org-admin"}/end-users?person=${row.end_user_id}`}
        aria-label={t.correctPlateOf(formatPlate(row.plate), person)}
        className="ring-focus rounded-chip font-name text-ink data-hovered:underline"
      >
        {person}
      </Link>
      {isSystem && <span className="text-ink-2">{row.organization_name}</span>}
      <span className="text-ink-2 sm:ml-auto">
        {row.problem === "shared" ? t.readAsAnother(formatPlate(row.other_plate ?? "")) : t.notReadable}
      </span>
    </li>
  );
}
