// Shows three short lines: the portal's desired state, the device's state, and the device's answer.
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
import { gateExplanationTexts as gateTexts, passageExplanationTexts as t } from "../texts/passage-explanation.sv.ts";
import { type PassageNames, type TruthLine, truthLines } from "../truth-lines.ts";
import { truthWords } from "../truth-words.ts";
import { Part } from "./part.tsx";

type Sources = Record<TruthLine["source"], { icon: LucideIcon; label: string }>;

const SOURCES: Record<PassageSource, Sources> = {
  door: {
    desired: { icon: Monitor, label: t.desired },
    held: { icon: Server, label: t.held },
    decided: { icon: DoorClosed, label: t.decided },
  },
  gate: {
    desired: { icon: Monitor, label: t.desired },
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
  names,
}: {
  explanation: PassageExplanation;
  source: PassageSource;
  names: PassageNames;
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
                  {truthWords(line, source, { ...names, who: end_user_id === null ? null : names.who })}
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
