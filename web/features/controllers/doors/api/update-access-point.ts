import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AccessPointRow } from "#contract/tables/access-points.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { accessPointsKey, type Door, doorRow } from "./get-access-points.ts";

export type DoorChange = Partial<
  Pick<AccessPointRow, "name" | "door_name" | "description" | "enabled"> & Pick<Door, "pin_alone" | "hours_schedule_id">
>;

/** Updates a door optimistically and reverts on refusal. */
export function useUpdateAccessPoint(controllerId: string) {
  const client = useQueryClient();
  const queryKey = accessPointsKey(controllerId);
  return useMutation({
    // Changes are sent one after the other: on and off of one switch must arrive in order.
    scope: { id: `access-points-${controllerId}` },
    mutationFn: ({ id, change }: { id: string; change: DoorChange }) =>
      readRow(doorRow, backend.from("access_points").update(change).eq("id", id).select().single()),
    onMutate: async ({ id, change }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Door[]>(queryKey);
      client.setQueryData<Door[]>(queryKey, (doors) =>
        doors?.map((door) => (door.id === id ? { ...door, ...change, ...unconfirmed(change) } : door)),
      );
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: ["access-points"] }),
  });
}

/** Other hours wait for the device until it has confirmed them. */
const unconfirmed = ({ hours_schedule_id }: DoorChange) =>
  hours_schedule_id === undefined ? {} : { hours_token: null, hours_problem: null, hours_seen_at: null };
