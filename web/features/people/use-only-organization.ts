import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import type { PortalForm } from "#web/ui/forms/form.tsx";

/** Gives a new person the only organisation there is. Returns the default values, so that an untouched form asks nothing when it is closed. */
export function useOnlyOrganization(
  form: PortalForm<EndUserForm, EndUserForm>,
  { defaults, isChosen }: { defaults: EndUserForm; isChosen: boolean },
): EndUserForm {
  const { data } = useQuery({ ...getOrganizationNamesQueryOptions(), enabled: !isChosen });
  const only = !isChosen && data?.length === 1 ? data[0]?.id : undefined;
  const given = useMemo(
    () => (only === undefined ? defaults : { ...defaults, organization_id: only }),
    [defaults, only],
  );
  useEffect(() => {
    if (only === undefined || form.getValues("organization_id") !== "") return;
    form.reset(given, { keepValues: true, keepDirty: true, keepErrors: true, keepTouched: true });
    form.setValue("organization_id", only);
  }, [form, given, only]);
  return given;
}
