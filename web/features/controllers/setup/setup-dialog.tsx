// Leads from a new door controller to a code that opens.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getAccessPointsQueryOptions } from "../doors/api/get-access-points.ts";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";
import { NameDoors } from "./name-doors.tsx";
import { AssignStep, SetupSteps } from "./setup-steps.tsx";
import { TryPin } from "./try-pin.tsx";

const REFRESH_NEW_MS = 2_000;

export interface SetupDialogProps {
  controller: { id: string; name: string };
  /** Shows who the controller is for: another feature's list, passed in by the route. */
  assign: ReactNode;
  onClose: () => void;
}

export function SetupDialog({ controller, assign, onClose }: SetupDialogProps) {
  const doors = useQuery({
    ...getAccessPointsQueryOptions(controller.id),
    // The controller worker reads the doors of a new controller within seconds.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? REFRESH_NEW_MS : false),
  });
  return (
    <SetupSteps
      name={controller.name}
      subtitle={t.subtitle}
      onClose={onClose}
      steps={[
        {
          label: t.namesStep,
          form: { id: "name-doors", isDisabled: !doors.data?.length },
          content: ({ next, setDirty }) => (
            <NameDoors controller={controller} doors={doors} onDirty={setDirty} onSaved={next} />
          ),
        },
        {
          label: t.assignStep,
          content: () => (
            <AssignStep title={t.assignTitle} help={t.assignHelp}>
              {assign}
            </AssignStep>
          ),
        },
        { label: t.tryStep, content: () => <TryPin controller={controller} doors={doors.data ?? []} /> },
      ]}
    />
  );
}
