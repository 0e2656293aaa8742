import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { type AllOrOneFilterProps, withAll } from "./all-or-one-filter.tsx";
import { FilterSelect } from "./filter-select.tsx";

const SELECT_MOST = 8;

/** Shows a choice of one named thing, or all, with a search among many. */
export function SearchedFilter(props: Omit<AllOrOneFilterProps, "className">) {
  return props.options.length > SELECT_MOST ? (
    <ComboBox filter {...withAll(props)} className="sm:w-52" />
  ) : (
    <FilterSelect {...withAll(props)} className="sm:w-48" />
  );
}
