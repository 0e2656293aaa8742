import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "react-aria-components";
import { formatPlate } from "#contract/format-plate.ts";
import type { Role } from "#contract/roles.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { formatMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { passageAddress } from "#web/lib/passages/passage-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Note } from "#web/ui/note.tsx";
import { type Attempt, getRecentAttemptsQueryOptions } from "../api/get-recent-attempts.ts";
import type { Person } from "../person.ts";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";

/**
 * Shows the latest refusal with its explanation one press away, and the person's other newest attempts at doors and gates below it. Hidden
 * while there are none.
 */
export function RecentAttempts({ person }: { person: Person }) {
  const { role } = useSignedIn();
  const now = useNow();
  const credentials = person.credentials.map(({ id }) => id);
  const { data } = useQuery(getRecentAttemptsQueryOptions(credentials.toSorted()));
  if (!data || data.length === 0) return null;
  const refusal = data.find(({ granted }) => granted === false);
  const others = data.filter((attempt) => attempt !== refusal);
  return (
    <section aria-label={t.attempts} className="flex flex-col gap-4 text-small text-ink-2">
      {refusal && (
        <Note tone="fail" icon={X} actions={[{ label: t.why, href: passageAddress(role, refusal.id) }]} isShort>
          <p className="font-strong">{t.refusedAt(placeOf(refusal))}</p>
          <p>
            {reasonOf(refusal)} · {formatMoment(refusal.occurred_at, now)}
          </p>
        </Note>
      )}
      {others.length > 0 && <Others attempts={others} role={role} />}
    </section>
  );
}

function Others({ attempts, role }: { attempts: readonly Attempt[]; role: Role }) {
  const now = useNow();
  return (
    <div>
      <h3 className="mb-1 font-name text-ink">{t.attempts}</h3>
      <ul className="flex flex-col gap-0.5">
        {attempts.map((attempt) => (
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
              {attemptWords(attempt, now)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function attemptWords(attempt: Attempt, now: number): string {
  const what = attempt.granted ? words.granted : `${words.denied}: ${reasonOf(attempt).toLocaleLowerCase("sv")}`;
  return `${formatMoment(attempt.occurred_at, now)} · ${placeOf(attempt)} · ${what}`;
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
