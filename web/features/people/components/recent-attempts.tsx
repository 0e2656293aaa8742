import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "react-aria-components";
import { formatPlate } from "#contract/format-plate.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { formatExact } from "#web/lib/dates.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { passageAddress } from "#web/lib/passages/passage-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { type Attempt, getRecentAttemptsQueryOptions } from "../api/get-recent-attempts.ts";
import type { Person } from "../person.ts";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";

/** Lists the person's newest attempts at doors and gates; each leads to its explanation. Hidden while there are none. */
export function RecentAttempts({ person }: { person: Person }) {
  const { role } = useSignedIn();
  const credentials = person.credentials.map(({ id }) => id);
  const { data } = useQuery(getRecentAttemptsQueryOptions(credentials.toSorted()));
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
              href={passageAddress(role, attempt.id)}
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

function attemptWords(attempt: Attempt): string {
  const what = attempt.granted ? words.granted : `${words.denied}: ${reasonOf(attempt).toLocaleLowerCase("sv")}`;
  return `${formatExact(attempt.occurred_at)} · ${placeOf(attempt)} · ${what}`;
}

function placeOf(attempt: Attempt): string {
  if (attempt.source === "door") {
    const door = attempt.access_points;
    if (door) return door.door_name || door.name;
    return attempt.removed_door ? `${attempt.removed_door} ${accessLogsTexts.removedSuffix}` : doorLogTexts.unknownDoor;
  }
  const gate = gateName(attempt.controllers, attempt.reason, attempt.removed_controller);
  return `${gate} · ${formatPlate(attempt.plate_number)}`;
}

function reasonOf(attempt: Attempt): string {
  if (attempt.source === "gate") return accessLogsTexts.reasons[attempt.reason];
  return attempt.reason === null ? words.none : doorLogTexts.reasons[attempt.reason];
}
