import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#web/lib/dates.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { peopleTexts } from "#web/texts/people.ts";
import { Note } from "#web/ui/note.tsx";
import { getAwaitingRemovalQueryOptions } from "../api/get-awaiting-removal.ts";

/** Names a removed person until every device confirms that the PIN is gone. */
export function AwaitingRemovalNote() {
  const { role } = useSignedIn();
  const { data } = useQuery(getAwaitingRemovalQueryOptions());
  if (!data || data.rows.length === 0) return null;
  const more = (data.total ?? 0) - data.rows.length;
  const href = role === "system_admin" ? "/system-admin/sync" : "/org-admin/sync";
  return (
    <Note tone="remove" role="status" className="mb-4" actions={[{ label: peopleTexts.showSync, href }]}>
      <ul>
        {data.rows.map((replica) => (
          <li key={`${replica.controller_id} ${replica.holder_id}`}>
            {peopleTexts.awaitingPinOf} <strong className="font-strong">{replica.label}</strong>{" "}
            {peopleTexts.awaitingRemoval} <strong className="font-strong">{replica.controller_name}</strong>.{" "}
            {peopleTexts.awaiting}
          </li>
        ))}
        {more > 0 && <li>{peopleTexts.awaitingMore(formatNumber(more))}</li>}
      </ul>
    </Note>
  );
}
