import { useQuery } from "@tanstack/react-query";
import { DEVICE_TYPES, type DeviceType } from "#contract/devices.ts";
import { SearchedFilter } from "#web/ui/filters/searched-filter.tsx";
import { getLogControllersQueryOptions } from "../api/get-log-controllers.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";

export interface ControllerFilterProps {
  types?: readonly DeviceType[];
  value: string | null;
  onChange: (id: string | null) => void;
}

export function ControllerFilter({ types = DEVICE_TYPES, value, onChange }: ControllerFilterProps) {
  const { data = [] } = useQuery(getLogControllersQueryOptions());
  const options = data
    .filter(({ device_type }) => types.includes(device_type))
    .map(({ id, name, organizations }) => ({ id, label: name, description: organizations?.name }));
  return (
    <SearchedFilter
      label={accessLogsTexts.controllerFilter}
      all={accessLogsTexts.allControllers}
      {...{ options, value, onChange }}
    />
  );
}
