import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo } from "react";
import { useFormState } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { KEPT, type PortalForm } from "#web/ui/forms/form.tsx";

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
  const { isSubmitting } = useFormState({ control: form.control });
  // The reset waits for a submission, as in use-only-access.ts.
  useLayoutEffect(() => {
    if (isSubmitting || only === undefined || form.getValues("organization_id") !== "") return;
    form.reset(given, KEPT);
    form.setValue("organization_id", only);
    form.clearErrors("organization_id");
  }, [form, isSubmitting, given, only]);
  return given;
}
