import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { getDoorCodesQueryOptions } from "#web/lib/doors/door-codes.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { getGroupsQueryOptions } from "./api/groups.ts";
import { onlineOf } from "./held-up.ts";
import { doorGroups, fourDigitControllers, gateGroups, writtenControllers } from "./offered-doors.ts";
import { ownDoorIds, ownGateIds } from "./person.ts";
import { useOnlyAccess } from "./use-only-access.ts";
import type { PersonForm } from "./use-person-form.ts";

const NOWHERE: ReadonlyMap<string, boolean> = new Map();
const NO_GROUP: readonly string[] = [];

/** Returns the doors and gates that the form offers in its organisation; undefined until they are read. */
export function useOfferedAccess({ form, base, empty, stored: { pin, vehicle } }: PersonForm) {
  const isOwn = useSignedIn().organizationId !== null;
  const [organizationId, enablePin, chosenDoors] = useWatch({
    control: form.control,
    name: ["organization_id", "enable_pin", "pin_access_points"],
  });
  const access = useQuery(getOrganizationAccessQueryOptions(organizationId || null));
  const controllersNow = useQuery(getControllersNowQueryOptions()).data;
  const online = controllersNow ? onlineOf(controllersNow) : NOWHERE;
  const fourDigits = access.data ? fourDigitControllers(access.data) : [];
  const codes = useQuery(getDoorCodesQueryOptions(fourDigits)).data;
  const doors = access.data && doorGroups(access.data, pin ? ownDoorIds(pin) : [], online, { codes, isOwn });
  const gates = access.data && gateGroups(access.data, vehicle ? ownGateIds(vehicle) : []);
  const joining = useDefaultGroup(base === null ? organizationId : "");
  useOnlyAccess(form, { defaults: base === null ? empty : null, organizationId, doors, gates, joining });
  const failed = access.isError && !access.data;
  return {
    organizationId,
    controllersNow,
    doors,
    gates,
    failed,
    /** The organisation is not chosen, or what a new person of it gets from the start is not read: a save would leave it out. */
    isAwaited: organizationId === "" || (base === null && !failed && !(doors && gates && joining)),
    retry: () => void access.refetch(),
    /** Number of controllers that a save writes to. */
    writesTo: writtenControllers(
      doors ?? [],
      enablePin ? chosenDoors : [],
      pin?.controller_assignments.map((assignment) => assignment.controller_id) ?? [],
    ),
  };
}

/** Returns the organisation's default group; undefined until it is read, and empty where there is none or it cannot be read. */
function useDefaultGroup(organizationId: string): readonly string[] | undefined {
  const { data, isError } = useQuery({ ...getGroupsQueryOptions(organizationId), enabled: organizationId !== "" });
  if (data === undefined) return isError ? NO_GROUP : undefined;
  return data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id);
}
