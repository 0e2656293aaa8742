import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { withAll } from "#web/ui/filters/all-or-one-filter.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { PeriodFilter } from "#web/ui/filters/period-filter.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { type EventLogName, getDoorsQueryOptions, getOtherKindsQueryOptions } from "../api/get-events.ts";
import { countActiveDoorFilters, type DoorFilters, SHOWS } from "../door-filters.ts";
import { splitOf } from "../refused-and-alarms.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";
import { ControllerFilter } from "./controller-filter.tsx";

const SHOW_OPTIONS = SHOWS.map((id) => ({ id, label: t.shows[id] }));

export interface EventToolbarProps {
  log: EventLogName;
  choice: ReactNode;
  text: string;
  onText: (text: string) => void;
  isSearching: boolean;
  filters: DoorFilters;
  onChange: (change: Partial<DoorFilters>) => void;
  /** Undefined while unknown. */
  total: number | undefined;
}

export function EventToolbar({ log, choice, text, onText, isSearching, filters, onChange, total }: EventToolbarProps) {
  const { data: others } = useQuery(getOtherKindsQueryOptions(log, filters));
  const split = filters.show === "refused" && total !== undefined && others ? splitOf(total, others) : null;
  return (
    <Toolbar
      question={JSON.stringify([text, filters])}
      choice={choice}
      search={
        <SearchField
          label={log === "doors" ? t.search : t.searchBoth}
          value={text}
          onChange={onText}
          busy={isSearching}
        />
      }
      activeFilters={countActiveDoorFilters(filters)}
      matches={total === undefined ? undefined : formatNumber(total)}
      count={total === undefined ? "" : split ? splitWords(split) : countWords(total)}
      filters={
        <>
          <FilterSelect
            label={words.status}
            options={SHOW_OPTIONS}
            value={filters.show}
            onChange={(id) => onChange({ show: SHOWS.find((show) => show === id) ?? SHOWS[0] })}
            className="sm:w-48"
          />
          {log === "doors" ? (
            <DoorFilter value={filters.doorId} onChange={(doorId) => onChange({ doorId })} />
          ) : (
            <ControllerFilter value={filters.controllerId} onChange={(controllerId) => onChange({ controllerId })} />
          )}
          <PeriodFilter value={filters} onChange={onChange} openWords={accessLogsTexts.last24} />
        </>
      }
    />
  );
}

const splitWords = ({ refused, alarmed }: { refused: number; alarmed: number }) =>
  t.refusedAndAlarms(formatNumber(refused), formatNumber(alarmed));

function countWords(total: number): string {
  if (total === 0) return t.noneShown;
  return t.shown(formatNumber(total));
}

function DoorFilter({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data = [], isPending } = useQuery(getDoorsQueryOptions());
  const doors = data.map(({ id, name, door_name, controllers }) => ({
    id,
    label: door_name || name,
    description: controllers?.name,
  }));
  return (
    <ComboBox
      filter
      isLoading={isPending}
      {...withAll({ label: t.door, all: t.allDoors, options: doors, value, onChange })}
      className="sm:w-52"
    />
  );
}
