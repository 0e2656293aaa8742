// Why a door let somebody in or did not: three truths of that second, the reason, and what to do.
import { useQuery } from "@tanstack/react-query";
import {
  ArrowRight,
  Check,
  CircleHelp,
  DoorClosed,
  Equal,
  type LucideIcon,
  Monitor,
  Server,
  TriangleAlert,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { CLOCK_WRONG_SECONDS, type PassageExplanation as Explanation } from "#contract/functions/explain-passage.ts";
import { cx } from "#web/lib/cx.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people-address.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { doorLogTexts } from "#web/texts/door-log.ts";
import { passageExplanationTexts as t } from "#web/texts/passage-explanation.ts";
import { words } from "#web/texts/words.ts";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import { type TruthLine, truthLines } from "../truth-lines.ts";
import type { FixState } from "../use-fix.ts";
import { Part } from "./part.tsx";
import { type FixPlace, PassageFix } from "./passage-fix.tsx";

interface ExplanationProps {
  id: string;
  place: FixPlace;
  fix: FixState;
}

export function PassageExplanation({ id, place, fix }: ExplanationProps) {
  const { data, error, isError, refetch } = useQuery(getExplanationQueryOptions(id));
  if (data) return <Explained explanation={data} place={place} fix={fix} />;
  if (isError)
    return (
      <RetryNote role="alert" onRetry={refetch}>
        {t.failed}. {error.message}
      </RetryNote>
    );
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p className="sr-only">{words.loading}</p>
      <SkeletonBar className="w-4/5" />
      <SkeletonBar className="w-3/5" />
      <SkeletonBar className="w-4/5" />
    </div>
  );
}

function Explained({ explanation, place, fix }: { explanation: Explanation } & Omit<ExplanationProps, "id">) {
  const { causes, changed_at } = explanation;
  return (
    <div className="flex flex-col gap-5 phone:gap-3.5">
      <Truths explanation={explanation} />
      <ClockNote seconds={explanation.clock_skew_seconds} />
      {causes.length > 0 && (
        <Part title={t.cause}>
          {causes.map(({ code }) => (
            <p key={code} className="text-body text-ink">
              {t.sentence[code]}
            </p>
          ))}
          {changed_at !== null && <p className="mt-1 text-small text-ink-2">{t.changed(formatExact(changed_at))}</p>}
        </Part>
      )}
      {!explanation.truths.decided.granted && <PassageFix explanation={explanation} place={place} state={fix} />}
      <Candidates explanation={explanation} />
    </div>
  );
}

function ClockNote({ seconds }: { seconds: number | null }) {
  if (seconds === null || Math.abs(seconds) < CLOCK_WRONG_SECONDS) return null;
  const minutes = formatNumber(Math.round(Math.abs(seconds) / 60));
  return <Note tone="wait">{seconds > 0 ? t.clockAhead(minutes) : t.clockBehind(minutes)}</Note>;
}

const SOURCES: Record<TruthLine["source"], { icon: LucideIcon; label: string }> = {
  wished: { icon: Monitor, label: t.wished },
  held: { icon: Server, label: t.held },
  decided: { icon: DoorClosed, label: t.decided },
};
const SAYS = {
  yes: { icon: Check, ink: "text-ok" },
  no: { icon: X, ink: "text-fail" },
  unknown: { icon: CircleHelp, ink: "text-ink-3" },
} as const;

function Truths({ explanation: { truths, end_user_id } }: { explanation: Explanation }) {
  const { lines, agree } = truthLines(truths);
  return (
    <Part
      title={t.asItWas}
      aside={
        agree && (
          <>
            <Equal aria-hidden size={14} />
            {t.agree}
          </>
        )
      }
    >
      <dl className="divide-y divide-line-soft">
        {lines.map((line) => {
          const { icon: Source, label } = SOURCES[line.source];
          const { icon: Says, ink } = SAYS[line.says];
          return (
            <div
              key={line.source}
              data-ground={line.differs || undefined}
              className={cx(
                "grid min-h-9.5 grid-cols-[148px_1fr] items-center gap-x-3 py-1.5 phone:grid-cols-1",
                line.differs && "-mx-2 rounded-track bg-wait-soft px-2 text-wait-ink",
              )}
            >
              <dt className={cx("flex items-center gap-2 text-small", line.differs ? "" : "text-ink-2")}>
                <Source aria-hidden size={16} className="shrink-0" />
                {label}
              </dt>
              <dd className={cx("flex items-baseline gap-2 text-body", line.differs ? "" : "text-ink")}>
                <Says aria-hidden size={15} className={cx("shrink-0 self-center", line.differs ? "" : ink)} />
                <span>
                  {valueOf(line, end_user_id === null)}
                  {line.differs && (
                    <span className="ml-2 inline-flex items-center gap-1 text-meta">
                      <TriangleAlert aria-hidden size={13} />
                      {t.differs}
                    </span>
                  )}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </Part>
  );
}

/** `isNobodys`: the code is none that the portal knows. */
function valueOf({ source, says, why, since, reason, state }: TruthLine, isNobodys: boolean): string {
  if (source === "decided")
    return says === "yes"
      ? t.letIn
      : t.refused(reason === null ? words.none : doorLogTexts.reasons[reason].toLowerCase());
  if (says === "unknown") return source === "wished" && isNobodys ? t.wishedNobody : t.notKnown;
  if (source === "held") {
    if (state === "suspended") return t.heldSuspended(formatExact(since));
    if (state === "elsewhere") return t.heldNotHere;
    if (state === "different") return t.heldOlder;
    if (says === "no") return t.heldNoCode;
    return since === null ? t.heldCode : t.heldCodeSince(formatExact(since));
  }
  if (says === "yes") return t.wishedLetIn;
  return why === null ? t.notKnown : t.wishedRefuse(t.short[why]);
}

function Candidates({ explanation: { candidates } }: { explanation: Explanation }) {
  const { role } = useSignedIn();
  if (candidates.length === 0) return null;
  return (
    <Part title={t.candidates}>
      <p className="text-small text-ink-2">{t.candidatesHelp}</p>
      <ul className="mt-2 divide-y divide-line-soft rounded-card border border-line">
        {candidates.map(({ end_user_id, name, cause, at }) => (
          <li key={end_user_id} className="px-3.5 py-2.5">
            <PersonLink href={`${PEOPLE_OF_ROLE[role]}?person=${end_user_id}`}>{name}</PersonLink>
            <p className="text-small text-ink-2">
              {at === null ? t.short[cause] : t.candidate(t.short[cause], formatExact(at))}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function PersonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="ring-focus inline-flex min-h-6 items-center gap-1.5 rounded-check font-name text-accent-ink data-hovered:underline coarse:min-h-11"
    >
      {children}
      <ArrowRight aria-hidden size={15} />
    </Link>
  );
}
