// Shows the organisations of one controller: the other side of "Hantera styrenheter", where access is taken away again.
import { useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { controllerOrganizationsTexts as t } from "#web/features/organizations/texts/controller-organizations.sv.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { type Act, endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useAssignController } from "../api/assign-controller.ts";
import { getControllerOrganizationsQueryOptions, ORGANIZATIONS_SHOWN } from "../api/get-controller-organizations.ts";
import { OrganizationControllersDialog } from "./organization-controllers-dialog.tsx";

export interface ControllerOrganizationsProps {
  controllerId: string;
  /** False for a gate, which is all of its controller. */
  hasDoors: boolean;
}

export function ControllerOrganizations({ controllerId, hasDoors }: ControllerOrganizationsProps) {
  const search = useSearchText(["organization-access", "of-controller", controllerId]);
  const list = useQuery(getControllerOrganizationsQueryOptions(controllerId, search.query));
  const assign = useAssignController(controllerId);
  const [managed, setManaged] = useState<{ id: string; name: string } | null>(null);
  const rows = list.data?.rows;
  if (list.isError && !rows)
    return (
      <RetryNote role="alert" onRetry={list.refetch}>
        {t.loadFailed} {list.error.message}
      </RetryNote>
    );
  if (rows?.length === 0 && search.query === "")
    return (
      <EmptyState
        icon={Building2}
        title={t.none}
        help={t.noneHelp}
        action={<ButtonLink href="/system-admin/organizations">{t.toOrganizations}</ButtonLink>}
      />
    );
  const assignTo = (id: string) => {
    if (assign.isPending) return;
    const act: Act = `access:change ${id}`;
    endToasts(act);
    reportOutcome(assign, id, {
      onSuccess: () => toastDone("access:change", t.done),
      onError: (error) => toastFailure(act, error),
    });
  };
  const more = (list.data?.total ?? 0) - ORGANIZATIONS_SHOWN;
  return (
    <>
      {(search.text !== "" || more > 0) && (
        <div className="mb-3">
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        </div>
      )}
      {rows?.length === 0 && <p className="py-6 text-center text-body text-ink-2">{t.noMatch}</p>}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line-soft rounded-card border border-line">
          {rows.map(({ id, name, organization_controllers }) => (
            <Organization
              key={id}
              name={name}
              isAssigned={organization_controllers.length > 0}
              isBusy={assign.isPending && assign.variables === id}
              onChooseDoors={hasDoors ? () => setManaged({ id, name }) : undefined}
              onAssign={() => assignTo(id)}
            />
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-2 text-meta text-ink-2">{t.more(more)}</p>}
      {managed && <OrganizationControllersDialog organization={managed} onClose={() => setManaged(null)} />}
    </>
  );
}

interface OrganizationProps {
  name: string;
  isAssigned: boolean;
  isBusy: boolean;
  onChooseDoors: (() => void) | undefined;
  onAssign: () => void;
}

function Organization({ name, isAssigned, isBusy, onChooseDoors, onAssign }: OrganizationProps) {
  // The pressed button is removed. The focus moves to its replacement, because outside the dialog Esc would no longer close it.
  const [isPressed, setPressed] = useState(false);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <span className="min-w-0 flex-1 basis-40 font-name break-words text-ink">{name}</span>
      {isAssigned ? (
        <>
          <Pill tone="ok">{t.assigned}</Pill>
          {onChooseDoors && (
            <Button size="sm" autoFocus={isPressed} aria-label={t.chooseDoorsFor(name)} onPress={onChooseDoors}>
              {t.chooseDoors}
            </Button>
          )}
        </>
      ) : (
        <Button
          size="sm"
          icon={Plus}
          aria-label={t.assignTo(name)}
          busy={isBusy}
          onPress={() => {
            setPressed(true);
            onAssign();
          }}
        >
          {t.assign}
        </Button>
      )}
    </li>
  );
}
