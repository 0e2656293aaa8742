import { CalendarDays, Clock, DoorClosed, type LucideIcon, Minus, Plus, ScanLine } from "lucide-react";
import { useId, useState } from "react";
import type { AccessPreview } from "#contract/functions/access-preview.ts";
import { cx } from "#web/lib/cx.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { previewTexts as t } from "#web/texts/preview.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { type Change, changeWords, type PlaceGroup, placeGroups } from "./preview-words.ts";

const LOOKS: Record<Change["kind"], { icon: LucideIcon; ink: string }> = {
  gain: { icon: Plus, ink: "text-ok" },
  lose: { icon: Minus, ink: "text-fail" },
  hours: { icon: Clock, ink: "text-wait" },
  dates: { icon: CalendarDays, ink: "text-wait" },
};
const KINDS = ["gain", "lose", "hours", "dates"] as const;
const NAMES_SHOWN = 10;

/** Lists what a save gives and takes, place by place, with names. */
export function AccessDifference({ preview }: { preview: AccessPreview }) {
  const { people, waiting, places, places_total } = preview;
  const hidden = places_total - places.length;
  if (people.total + waiting === 0) return <p>{t.nobody}</p>;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap divide-x divide-line rounded-card border border-line bg-surface">
        {KINDS.filter((kind) => kind !== "dates" || people.dates > 0).map((kind) => (
          <div key={kind} className="flex min-w-20 flex-1 flex-col-reverse justify-end px-3 py-2">
            <dt className="text-meta text-ink-2">{t.figures[kind]}</dt>
            <dd className="tabular text-h1 text-ink">{formatNumber(people[kind])}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && <Note tone="wait">{t.waiting(formatNumber(waiting), waiting === 1)}</Note>}
      <ul className="flex flex-col gap-2">
        {placeGroups(places).map((group) => (
          <PlaceCard key={`${group.title} ${group.controllers}`} group={group} />
        ))}
      </ul>
      {hidden > 0 && <p className="text-small text-ink-2">{t.morePlaces(formatNumber(hidden), hidden === 1)}</p>}
    </div>
  );
}

function PlaceCard({ group: { title, controllers, isGate, changes } }: { group: PlaceGroup }) {
  const Icon = isGate ? ScanLine : DoorClosed;
  const id = useId();
  return (
    <li aria-labelledby={id} className="rounded-card border border-line bg-surface px-3 py-2.5">
      <div className="flex items-start gap-2.5">
        <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-2" />
        <p id={id} className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-body [overflow-wrap:anywhere]">
          <span translate="no" className="min-w-0 font-name text-ink">
            {title}
          </span>{" "}
          {controllers !== "" && (
            <span translate="no" className="min-w-0 text-meta text-ink-2">
              {controllers}
            </span>
          )}
        </p>
      </div>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {changes.map((change) => (
          <ChangeLine key={`${changeWords(change)} ${change.names[0]}`} change={change} />
        ))}
      </ul>
    </li>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const { icon: Icon, ink } = LOOKS[change.kind];
  const [all, setAll] = useState(false);
  const shown = all ? change.names : change.names.slice(0, NAMES_SHOWN);
  const rest = change.people - shown.length;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden size={16} className={cx("mt-0.5 shrink-0", ink)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="text-small font-strong text-ink">{changeWords(change)}</p>
        <p translate="no" className="text-meta text-ink-2">
          {shown.join(", ")}
          {rest > 0 && ` ${words.andMore(rest)}`}
        </p>
        {!all && change.names.length > NAMES_SHOWN && (
          <Button size="sm" variant="ghost" onPress={() => setAll(true)}>
            {t.showNames}
          </Button>
        )}
      </div>
    </li>
  );
}
