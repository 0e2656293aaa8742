import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { GATE_TYPES } from "#contract/devices.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { PeriodFilter } from "#web/ui/filters/period-filter.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { countActive, type LogFilters } from "../filters.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { ControllerFilter } from "./controller-filter.tsx";

const STATUSES = [
  { id: "all", label: accessLogsTexts.all },
  { id: "granted", label: accessLogsTexts.grantedMany, icon: Check },
  { id: "denied", label: accessLogsTexts.deniedMany, icon: X },
] as const;

export interface LogToolbarProps {
  choice: ReactNode;
  text: string;
  onText: (text: string) => void;
  isSearching: boolean;
  filters: LogFilters;
  onChange: (change: Partial<LogFilters>) => void;
  shown: number | undefined;
  total: number;
}

export function LogToolbar({ choice, text, onText, isSearching, filters, onChange, shown, total }: LogToolbarProps) {
  return (
    <Toolbar
      question={JSON.stringify([text, filters])}
      choice={choice}
      search={<SearchField label={accessLogsTexts.search} value={text} onChange={onText} busy={isSearching} />}
      activeFilters={countActive(filters)}
      matches={formatNumber(total)}
      count={shown === undefined ? "" : countWords(shown, total)}
      filters={
        <>
          <ControllerFilter
            types={GATE_TYPES}
            value={filters.controllerId}
            onChange={(controllerId) => onChange({ controllerId })}
          />
          <Segmented
            label={accessLogsTexts.statusFilter}
            segments={STATUSES}
            value={filters.status}
            onChange={(status) => onChange({ status })}
          />
          <PeriodFilter value={filters} onChange={onChange} openWords={accessLogsTexts.last24} />
        </>
      }
    />
  );
}

function countWords(shown: number, total: number): string {
  if (total === 0) return accessLogsTexts.noPassages;
  if (total === 1) return accessLogsTexts.onePassage;
  return accessLogsTexts.shown(formatNumber(shown), formatNumber(total), shown < total);
}
