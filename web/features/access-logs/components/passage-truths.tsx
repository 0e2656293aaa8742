// What the portal wished, what the device held and what it answered, as three short lines.
import {
  Check,
  CircleHelp,
  DoorClosed,
  Equal,
  type LucideIcon,
  Monitor,
  ScanLine,
  Server,
  TriangleAlert,
  X,
} from "lucide-react";
import type { PassageExplanation, PassageSource } from "#contract/functions/explain-passage.ts";
import { cx } from "#web/lib/cx.ts";
import { formatExact } from "#web/lib/dates.ts";
import { doorLogTexts } from "#web/texts/door-log.ts";
import { gateExplanationTexts as gateTexts } from "#web/texts/gate-explanation.ts";
import { passageExplanationTexts as t } from "#web/texts/passage-explanation.ts";
import { words } from "#web/texts/words.ts";
import { causeWords } from "../cause-words.ts";
import { type TruthLine, truthLines } from "../truth-lines.ts";
import { Part } from "./part.tsx";

type Sources = Record<TruthLine["source"], { icon: LucideIcon; label: string }>;

const SOURCES: Record<PassageSource, Sources> = {
  door: {
    wished: { icon: Monitor, label: t.wished },
    held: { icon: Server, label: t.held },
    decided: { icon: DoorClosed, label: t.decided },
  },
  gate: {
    wished: { icon: Monitor, label: t.wished },
    held: { icon: Server, label: gateTexts.held },
    decided: { icon: ScanLine, label: gateTexts.decided },
  },
};
const SAYS = {
  yes: { icon: Check, ink: "text-ok" },
  no: { icon: X, ink: "text-fail" },
  unknown: { icon: CircleHelp, ink: "text-ink-3" },
} as const;

export function PassageTruths({
  explanation: { truths, end_user_id },
  source,
}: {
  explanation: PassageExplanation;
  source: PassageSource;
}) {
  const { lines, agree } = truthLines(truths, source);
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
          const { icon: Source, label } = SOURCES[source][line.source];
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
                  {source === "gate" ? gateValueOf(line) : valueOf(line, end_user_id === null)}
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
    if (state !== "present") return t.heldNoCode;
    const code = since === null ? t.heldCode : t.heldCodeSince(formatExact(since));
    return why === null ? code : `${code} · ${t.short[why]}`;
  }
  if (says === "yes") return t.wishedLetIn;
  return why === null ? t.notKnown : t.wishedRefuse(t.short[why]);
}

function gateValueOf({ source, says, why, since, state }: TruthLine): string {
  if (source === "decided") return gateTexts[({ yes: "letIn", no: "stayedShut", unknown: "noAnswer" } as const)[says]];
  if (source === "held") {
    if (state === "unknown") return gateTexts.portalDecides;
    if (state === "different") return gateTexts.heldOlder;
    if (says === "no") return gateTexts.heldNoPlate;
    return since === null ? gateTexts.heldPlate : gateTexts.heldPlateSince(formatExact(since));
  }
  if (says === "yes") return t.wishedLetIn;
  return why === null ? t.notKnown : t.wishedRefuse(causeWords("gate").short[why]);
}
