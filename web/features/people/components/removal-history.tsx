import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useNow } from "#web/lib/now.ts";
import { insideSentence, removedWords, whatWent } from "#web/lib/people/removal-words.ts";
import { getRemovalsQueryOptions } from "../api/get-removals.ts";
import type { Person } from "../person.ts";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";

/** Lists removals that doors have confirmed, the newest first; hidden while there are none. */
export function RemovalHistory({ person }: { person: Person }) {
  const now = useNow();
  const { data } = useQuery(getRemovalsQueryOptions(person.id, person.credentials.map(({ id }) => id).toSorted()));
  if (!data || data.length === 0) return null;
  return (
    <section className="text-small text-ink-2">
      <h3 className="mb-1 font-name text-ink">{t.removals}</h3>
      <ul className="flex flex-col gap-0.5">
        {data.map((confirmation) => (
          <li key={confirmation.id} className="flex items-start gap-1.5">
            <Check aria-hidden size={15} className="mt-0.5 shrink-0 text-ok" />
            <span>
              {removedWords([confirmation], new Date(now))}: {insideSentence(whatWent(confirmation, person))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
