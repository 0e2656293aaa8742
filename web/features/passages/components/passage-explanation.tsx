// Explains why a door or a gate let somebody in or did not: three facts of that second, the reason, and what to do.

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import {
  CLOCK_WRONG_SECONDS,
  type PassageExplanation as Explanation,
  type PassageSource,
} from "#contract/functions/explain-passage.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import { causeSentence, causeWords } from "../cause-words.ts";
import { hoursSentence } from "../hours-sentence.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { gateExplanationTexts as gateTexts, passageExplanationTexts as t } from "../texts/passage-explanation.sv.ts";
import type { PassageNames } from "../truth-lines.ts";
import { Part } from "./part.tsx";
import { PassageTruths } from "./passage-truths.tsx";

interface ExplanationProps {
  source: PassageSource;
  id: string;
  names: PassageNames;
  /** The fix of a refusal; absent when somebody was let in. */
  children: (explanation: Explanation) => ReactNode;
}

export function PassageExplanation({ source, id, names, children }: ExplanationProps) {
  const { data, error, isError, refetch } = useQuery(getExplanationQueryOptions(source, id));
  if (data)
    return (
      <Explained explanation={data} source={source} names={names}>
        {data.truths.decided.granted === true ? null : children(data)}
      </Explained>
    );
  if (isError)
    return (
      <RetryNote role="alert" onRetry={refetch}>
        {t.failed}. {error.message}
      </RetryNote>
    );
  return (
    <div aria-busy className="flex flex-col gap-3">
      <LoadingWords />
      <SkeletonBar className="w-4/5" />
      <SkeletonBar className="w-3/5" />
      <SkeletonBar className="w-4/5" />
    </div>
  );
}

interface Shown {
  explanation: Explanation;
  source: PassageSource;
}

function Explained({ explanation, source, names, children }: Shown & { names: PassageNames; children: ReactNode }) {
  const { groups, hours, reasons, changed_at } = explanation;
  const now = new Date(useNow());
  return (
    <div className="flex flex-col gap-5 phone:gap-3.5">
      <PassageTruths explanation={explanation} source={source} names={names} />
      {groups.length > 0 && <p className="text-small text-ink-2">{t.throughGroups(groups)}</p>}
      <ClockNote seconds={explanation.clock_skew_seconds} />
      {reasons.length > 0 && (
        <Part title={t.cause}>
          {reasons.map(({ code }) => (
            <p key={code} className="text-body text-ink">
              {(code === "outside_door_hours" || code === "outside_access_hours") && hours !== null
                ? hoursSentence(hours, now)
                : causeSentence(code, explanation, source, names)}
            </p>
          ))}
          {changed_at !== null && <p className="mt-1 text-small text-ink-2">{t.changed(formatExact(changed_at))}</p>}
        </Part>
      )}
      {children}
      <Candidates explanation={explanation} source={source} />
    </div>
  );
}

export function ClockNote({ seconds }: { seconds: number | null }) {
  if (seconds === null || Math.abs(seconds) < CLOCK_WRONG_SECONDS) return null;
  const minutes = Math.round(Math.abs(seconds) / 60);
  return <Note tone="wait">{seconds > 0 ? t.clockAhead(minutes) : t.clockBehind(minutes)}</Note>;
}

function Candidates({ explanation: { candidates, more_candidates: more }, source }: Shown) {
  const { role } = useSignedIn();
  const { short } = causeWords(source);
  const { candidates: title, candidatesHelp: help } = source === "door" ? t : gateTexts;
  if (candidates.length === 0) return null;
  return (
    <Part title={title}>
      <p className="text-small text-ink-2">{help}</p>
      <ul className="mt-2 divide-y divide-line-soft rounded-card border border-line">
        {candidates.map(({ end_user_id, name, is_removed, cause, at }) => (
          <li key={`${end_user_id} ${cause} ${at}`} className="px-3.5 py-2.5">
            {is_removed ? (
              <p className="font-name">
                {name} {accessLogsTexts.removedSuffix}
              </p>
            ) : (
              <PersonLink href={`${PEOPLE_OF_ROLE[role]}?person=${end_user_id}`}>{name}</PersonLink>
            )}
            <p className="text-small text-ink-2">
              {at === null ? short[cause] : t.candidate(short[cause], formatExact(at))}
            </p>
          </li>
        ))}
        {more > 0 && <li className="px-3.5 py-2.5 text-small text-ink-2">{t.moreCandidates(formatNumber(more))}</li>}
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
