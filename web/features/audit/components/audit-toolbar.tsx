import { useQuery } from "@tanstack/react-query";
import { AUDIT_KINDS } from "#contract/audit-actions.ts";
import type { AuditPage } from "#contract/tables/audit.ts";
import { formatNumber } from "#web/lib/dates.ts";
import type { SearchText } from "#web/lib/lists/use-search-text.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { PeriodFilter } from "#web/ui/filters/period-filter.tsx";
import { SearchedFilter } from "#web/ui/filters/searched-filter.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { getActorsQueryOptions, getOrganizationNamesQueryOptions } from "../api/get-filter-options.ts";
import { type AuditFilters, countActive, isKind } from "../filters.ts";
import { auditTexts } from "../texts/audit.sv.ts";

const ALL = "all";
const KINDS = [
  { id: ALL, label: auditTexts.allKinds },
  ...AUDIT_KINDS.map((kind) => ({ id: kind, label: auditTexts.kinds[kind] })),
];

export interface AuditToolbarProps {
  area: "system" | "org";
  search: SearchText;
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  page: AuditPage | undefined;
}

export function AuditToolbar({ area, search, filters, onChange, page }: AuditToolbarProps) {
  const actors = useQuery(getActorsQueryOptions()).data ?? [];
  return (
    <Toolbar
      search={
        <SearchField
          label={auditTexts.search}
          value={search.text}
          onChange={search.setText}
          busy={search.isSearching}
        />
      }
      activeFilters={countActive(filters)}
      matches={page && formatNumber(page.total ?? 0)}
      count={page && countWords(page)}
      question={JSON.stringify([search.text, filters])}
      filters={
        <>
          <SearchedFilter
            label={auditTexts.who}
            all={auditTexts.everybody}
            options={actors}
            value={filters.actor}
            onChange={(actor) => onChange({ actor })}
          />
          <FilterSelect
            label={auditTexts.kind}
            options={KINDS}
            value={filters.kind ?? ALL}
            onChange={(kind) => onChange({ kind: isKind(kind) ? kind : null })}
            className="sm:w-44"
          />
          {area === "system" && (
            <OrganizationChoice
              value={filters.organizationId}
              onChange={(organizationId) => onChange({ organizationId })}
            />
          )}
          <PeriodFilter value={filters} onChange={onChange} openWords={auditTexts.allTime} />
        </>
      }
    />
  );
}

function countWords({ total, total_exact }: AuditPage): string {
  if (total === 0) return auditTexts.noneShown;
  return auditTexts.shown(formatNumber(total ?? 0), total_exact ?? true);
}

function OrganizationChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useQuery(getOrganizationNamesQueryOptions());
  return (
    <SearchedFilter
      label={auditTexts.organization}
      all={auditTexts.allOrganizations}
      options={data.map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
