import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "react-aria-components";
import { formatExact } from "#web/lib/dates.ts";
import { doorEventAddress } from "#web/lib/door-event-address.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { doorLogTexts } from "#web/texts/door-log.ts";
import { personDialogTexts as t } from "#web/texts/person-dialog.ts";
import { words } from "#web/texts/words.ts";
import { type Attempt, getRecentAttemptsQueryOptions } from "../api/get-recent-attempts.ts";
import { credentialsOf, type Person } from "../person.ts";

/** The person's newest attempts at doors; each leads to its explanation. Nothing is drawn while there is nothing. */
export function RecentAttempts({ person }: { person: Person }) {
  const { role } = useSignedIn();
  const pins = credentialsOf(person, "pin").map(({ id }) => id);
  const { data } = useQuery(getRecentAttemptsQueryOptions(pins.toSorted()));
  if (!data || data.length === 0) return null;
  return (
    <section className="text-small text-ink-2">
      <h3 className="mb-1 font-name text-ink">{t.attempts}</h3>
      <ul className="flex flex-col gap-0.5">
        {data.map((attempt) => (
          <li key={attempt.id} className="flex items-start gap-1.5">
            {attempt.granted ? (
              <Check aria-hidden size={15} className="mt-0.5 shrink-0 text-ok" />
            ) : (
              <X aria-hidden size={15} className="mt-0.5 shrink-0 text-fail" />
            )}
            <Link
              href={doorEventAddress(role, attempt.id)}
              className="ring-focus inline-flex min-h-6 items-center rounded-check text-ink-2 underline decoration-line-strong underline-offset-2 data-hovered:text-ink coarse:min-h-11"
            >
              {attemptWords(attempt)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function attemptWords({ occurred_at, granted, reason, access_points: door }: Attempt): string {
  const where = door ? door.door_name || door.name : doorLogTexts.unknownDoor;
  const what = granted
    ? words.granted
    : `${words.denied}: ${(reason === null ? words.none : doorLogTexts.reasons[reason]).toLocaleLowerCase("sv")}`;
  return `${formatExact(occurred_at)} · ${where} · ${what}`;
}
