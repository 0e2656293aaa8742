import { FilterSelect } from "./filter-select.tsx";

const ALL = "all";

export interface AllOrOneFilterProps {
  label: string;
  /** Text of the choice that filters nothing. */
  all: string;
  options: readonly { id: string; label: string; description?: string | undefined }[];
  /** Null means all. */
  value: string | null;
  onChange: (id: string | null) => void;
  className?: string;
}

/** Shows a toolbar's choice of one named thing, or of all. */
export function AllOrOneFilter(props: AllOrOneFilterProps) {
  return <FilterSelect {...withAll(props)} />;
}

/** Returns the props for a select or a combo box, where no choice is null. */
export function withAll({ all, options, value, onChange, ...props }: AllOrOneFilterProps) {
  return {
    ...props,
    options: [{ id: ALL, label: all }, ...options],
    value: value ?? ALL,
    onChange: (id: string | null) => onChange(id === ALL ? null : id),
  };
}
