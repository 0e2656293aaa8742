import { useQuery } from "@tanstack/react-query";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import { FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import { getGroupsQueryOptions } from "../api/groups.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";

export interface GroupsFieldProps {
  form: PortalForm<EndUserForm, EndUserForm>;
  organizationId: string;
}

/** Chooses a person's groups; nothing where the organisation has none. */
export function GroupsField({ form, organizationId }: GroupsFieldProps) {
  const { data: groups = [] } = useQuery({
    ...getGroupsQueryOptions(organizationId),
    enabled: organizationId !== "",
  });
  if (organizationId === "" || groups.length === 0) return null;
  const items = groups.map(({ id, name, doors, gates }) => ({
    id,
    name,
    description: [...doors, ...gates].flatMap((place) => (place.effective ? (place.name ?? []) : [])).join(", "),
  }));
  return (
    <FormField control={form.control} name="group_ids">
      {(field) => (
        <CheckboxList
          label={t.choose}
          name={field.name}
          inputRef={field.inputRef}
          groups={[{ id: "groups", name: t.choose, bare: true, items }]}
          value={field.value}
          onChange={(chosen) => {
            field.onChange(chosen.toSorted());
            form.clearErrors(["pin_access_points", "vehicle_controllers"]);
          }}
          countWords={t.chosen}
          searchLabel={t.chooseSearch}
          emptyText={t.noGroups}
          errorMessage={field.errorMessage}
        />
      )}
    </FormField>
  );
}
