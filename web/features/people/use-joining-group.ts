import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { getGroupsQueryOptions } from "./api/groups.ts";

/** Returns an organisation's groups, and the one that an import puts people in: its default group, until somebody chooses. */
export function useJoiningGroup(organizationId: string) {
  const read = useQuery({ ...getGroupsQueryOptions(organizationId), enabled: organizationId !== "" });
  const [chosen, setChosen] = useState<{ organizationId: string; id: string | null } | null>(null);
  const isJoined = ({ id, is_default: isDefault }: AccessGroup) =>
    chosen?.organizationId === organizationId ? id === chosen.id : isDefault;
  return {
    /** Undefined until they are read. */
    groups: read.data,
    joining: read.data?.find(isJoined) ?? null,
    hasFailed: read.isError && read.data === undefined,
    retry: read.refetch,
    /** Null: no group. */
    choose: (id: string | null) => setChosen({ organizationId, id }),
  };
}

export type JoiningGroup = ReturnType<typeof useJoiningGroup>;
