import { useQuery } from "@tanstack/react-query";
import { LockOpen, OctagonAlert } from "lucide-react";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { AllOrOneFilter } from "#web/ui/filters/all-or-one-filter.tsx";
import { getDoorControllersQueryOptions, getDoorFiguresQueryOptions } from "../api/get-doors.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import type { DoorFilters } from "../use-door-filters.ts";

export function DoorFilterFields({ show, controllerId, change }: DoorFilters) {
  const { data: figures } = useQuery(getDoorFiguresQueryOptions());
  const { data: controllers = [] } = useQuery(getDoorControllersQueryOptions());
  return (
    <>
      <Segmented
        label={t.show}
        value={show}
        onChange={(id) => change("show", id === "all" ? null : id)}
        segments={[
          { id: "all", label: t.all },
          { id: "unlocked", label: t.unlockedOf(figures?.unlocked), icon: LockOpen },
          { id: "alarms", label: t.alarmsOf(figures?.alarms), icon: OctagonAlert },
        ]}
      />
      <AllOrOneFilter
        label={t.controller}
        all={t.allControllers}
        options={controllers.map(({ id, name }) => ({ id, label: name }))}
        value={controllerId}
        onChange={(id) => change("controller", id)}
      />
    </>
  );
}
