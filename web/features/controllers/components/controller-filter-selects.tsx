import { DEVICE_TYPES } from "#contract/devices.ts";
import { words } from "#web/texts/words.sv.ts";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import type { ControllerStateFilter, ControllerTypeFilter } from "../controller-filters.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";

export interface ControllerFilterSelectsProps {
  type: ControllerTypeFilter;
  onTypeChange: (type: ControllerTypeFilter) => void;
  state: ControllerStateFilter;
  onStateChange: (state: ControllerStateFilter) => void;
}

export function ControllerFilterSelects({ type, onTypeChange, state, onStateChange }: ControllerFilterSelectsProps) {
  return (
    <>
      <FilterSelect
        label={t.filterType}
        value={type}
        onChange={onTypeChange}
        options={[{ id: "all", label: t.allTypes }, ...DEVICE_TYPES.map((id) => ({ id, label: t.types[id] }))]}
      />
      <FilterSelect
        label={t.filterState}
        value={state}
        onChange={onStateChange}
        className="sm:min-w-42"
        options={[
          { id: "all", label: t.allStates },
          { id: "synced", label: words.synced },
          { id: "pending", label: words.pending },
          { id: "pending_removal", label: words.pendingRemoval },
          { id: "failed", label: words.failed },
          { id: "paused", label: words.disabled },
        ]}
      />
    </>
  );
}
