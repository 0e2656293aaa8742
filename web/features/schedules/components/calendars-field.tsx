import { ArrowUp } from "lucide-react";
import { useId } from "react";
import type { ListedCalendar } from "#contract/functions/schedules.ts";
import { announce } from "#web/lib/announce.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";

export interface CalendarsFieldProps extends FieldBinding<string[]> {
  calendars: readonly ListedCalendar[];
  /** The owner of the schedule. */
  owner: string | null;
}

/** Shows the calendars of a schedule. Several calendars stand in the order in which they decide. */
export function CalendarsField({ calendars, owner, ...field }: CalendarsFieldProps) {
  const items = calendars.map(({ id, name, organization_id }) => ({
    id,
    name: organization_id === owner ? name : t.calendarOwner(name),
  }));
  const chosen = field.value.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CheckboxList
        {...field}
        label={t.calendars}
        groups={[{ id: "calendars", name: t.calendars, bare: true, items }]}
        countWords={t.calendarsChosen}
        searchLabel={t.calendarSearch}
        emptyText={t.noCalendars}
      />
      {chosen.length > 1 && <Order chosen={chosen} onChange={field.onChange} />}
    </div>
  );
}

interface OrderProps {
  chosen: readonly { id: string; name: string }[];
  onChange: (ids: string[]) => void;
}

function Order({ chosen, onChange }: OrderProps) {
  const headId = useId();
  const moveUp = (place: number) => {
    const ids = chosen.map(({ id }) => id);
    onChange(ids.with(place - 1, ids[place] ?? "").with(place, ids[place - 1] ?? ""));
    announce(t.moved(chosen[place]?.name ?? "", formatNumber(place)));
  };
  return (
    <div>
      <p id={headId} className="text-small font-name text-ink">
        {t.calendarOrder}
      </p>
      <p className="text-meta text-ink-2">{t.calendarOrderHint}</p>
      <ol aria-labelledby={headId} className="mt-1.5 rounded-control border border-line">
        {chosen.map(({ id, name }, place) => (
          <li
            key={id}
            className="flex min-h-8.5 items-center gap-2 border-b border-line-soft px-3 text-cell last:border-b-0"
          >
            <span className="tabular text-ink-2">{place + 1}.</span>
            <span translate="no" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            {place > 0 && <IconButton icon={ArrowUp} label={t.moveUp(name)} onPress={() => moveUp(place)} />}
          </li>
        ))}
      </ol>
    </div>
  );
}
