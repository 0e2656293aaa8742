import { formatNumber } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { THROUGH } from "#web/lib/people/people-address.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { EndUserPage } from "../api/get-end-users.ts";
import { orderId, orderOf, orderOptions } from "../sort-choices.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import type { PeopleArea, ShownPeople } from "../use-people-list.ts";
import { ALL_ORGANIZATIONS, OrganizationFilter } from "./organization-filter.tsx";

const ThroughFilter = lazyPart(
  () => import("./through-filter.tsx"),
  (module) => module.ThroughFilter,
);
const ColumnsMenu = lazyPart(
  () => import("./columns-menu.tsx"),
  (module) => module.ColumnsMenu,
);

const PeopleExport = lazyPart(
  () => import("./people-export.tsx"),
  (module) => module.PeopleExport,
);

/** Search, filters, order and counts of the list. */
export function PeopleToolbar({ area, people }: { area: PeopleArea; people: ShownPeople }) {
  // Not memoised by the compiler: the cache would add half a kilobyte to the first screen, and nearly all of it changes with each answer.
  "use no memo";
  const phone = useIsPhone();
  const { address, search, shown, validity, organization, through, table, filters } = people;
  const { data } = people.list;
  return (
    <Toolbar
      search={
        <SearchField
          label={phone ? peopleTexts.searchShort : peopleTexts.search}
          value={search.text}
          onChange={search.setText}
          busy={search.isSearching}
        />
      }
      filters={
        <>
          {area === "system" && (
            <OrganizationFilter
              value={organization ?? ALL_ORGANIZATIONS}
              onChange={(id) => address.change({ organization: id === ALL_ORGANIZATIONS ? null : id, page: null })}
            />
          )}
          {through !== null && (
            <ThroughFilter controllerId={through} onClear={() => address.change({ [THROUGH]: null, page: null })} />
          )}
          <Segmented
            label={peopleTexts.filter}
            segments={area === "system" ? SYSTEM_SEGMENTS : ORG_SEGMENTS}
            value={shown.value}
            onChange={shown.set}
          />
          <FilterSelect
            label={peopleTexts.validityFilter}
            options={VALIDITY_OPTIONS}
            value={validity.value}
            onChange={validity.set}
          />
          <FilterSelect
            label={peopleTexts.order}
            options={orderOptions(area)}
            value={orderId(table.sort)}
            onChange={(id) => table.setSort(orderOf(id))}
          />
          <ColumnsMenu />
          <PeopleExport area={area} asked={people.asked} />
        </>
      }
      activeFilters={filters}
      matches={data && formatNumber(data.matched)}
      count={data && countWords(data)}
      question={JSON.stringify(people.asked)}
    />
  );
}

const ORG_SEGMENTS = [
  { id: "all", label: peopleTexts.everybody },
  { id: "pin", label: peopleTexts.onlyPin },
  { id: "license_plate", label: peopleTexts.onlyVehicle },
] as const;

const VALIDITY_OPTIONS = [
  { id: "all", label: peopleTexts.anyValidity },
  { id: "expired", label: peopleTexts.expiredOnly },
] as const;

const SYSTEM_SEGMENTS = [
  { id: "all", label: peopleTexts.everybodySystem },
  { id: "pin", label: peopleTexts.onlyPin },
  { id: "license_plate", label: peopleTexts.onlyVehicleSystem },
] as const;

function countWords({ matched, total, exact }: EndUserPage): string {
  const say = exact ? peopleTexts.shown : peopleTexts.shownAbout;
  return say(formatNumber(matched), formatNumber(total));
}
