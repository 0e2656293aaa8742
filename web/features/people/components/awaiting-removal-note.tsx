import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { removedWords } from "#web/lib/people/removal-words.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";
import { getAwaitingRemovalQueryOptions } from "../api/get-awaiting-removal.ts";
import { getLateRemovalsQueryOptions } from "../api/get-removals.ts";
import { peopleTexts } from "../texts/people.sv.ts";

/** Names a removed person until every device confirms that the PIN or plate is gone, and for a day when that took a while. */
export function AwaitingRemovalNote() {
  const { role } = useSignedIn();
  const { data } = useQuery(getAwaitingRemovalQueryOptions());
  const isAwaiting = data !== undefined && data.rows.length > 0;
  const more = isAwaiting ? (data.total ?? 0) - data.rows.length : 0;
  const href = role === "system_admin" ? "/system-admin/sync" : "/org-admin/sync";
  return (
    <>
      {isAwaiting && (
        <Note tone="remove" role="status" className="mb-4" actions={[{ label: peopleTexts.showSync, href }]}>
          <ul>
            {data.rows.map((replica) => (
              <li key={`${replica.controller_id} ${replica.source_id}`}>
                {peopleTexts.awaitingOf} <strong className="font-strong">{replica.label}</strong>{" "}
                {peopleTexts.awaitingRemoval} <strong className="font-strong">{replica.controller_name}</strong>.{" "}
                {peopleTexts.awaiting}
              </li>
            ))}
            {more > 0 && <li>{peopleTexts.awaitingMore(formatNumber(more))}</li>}
          </ul>
        </Note>
      )}
      <LateRemovals isAwaiting={isAwaiting} />
    </>
  );
}

const MOST_SHOWN = 5;

function LateRemovals({ isAwaiting }: { isAwaiting: boolean }) {
  const now = useNow();
  const { data } = useQuery(getLateRemovalsQueryOptions(isAwaiting));
  if (!data || data.length === 0) return null;
  return (
    <Note tone="ok" role="status" className="mb-4">
      <ul aria-label={peopleTexts.lately}>
        {data.slice(0, MOST_SHOWN).map((confirmation) => (
          <li key={confirmation.id}>
            {peopleTexts.latelyOf(removedWords([confirmation], new Date(now)), confirmation.label)}
          </li>
        ))}
      </ul>
    </Note>
  );
}
