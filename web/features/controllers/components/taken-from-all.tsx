import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { peopleThrough } from "#web/lib/people/people-address.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useUnassignController } from "../api/delete-controller.ts";
import type { LinkedToController } from "../api/get-linked.ts";
import type { OrganizationAtController } from "../api/organizations-at.ts";
import { controllerDeleteTexts as t } from "../texts/controller-delete.sv.ts";

const MOST_SHOWN = 8;

export interface TakenFromAllProps {
  controllerId: string;
  linked: LinkedToController;
}

/**
 * Counts what each organisation loses, and takes the controller from all of them in one press. It deletes nobody, unlike the list's
 * operation on several people.
 */
export function TakenFromAll({ controllerId, linked: { people, organizations } }: TakenFromAllProps) {
  const unassign = useUnassignController();
  const act: Act = `controller:unassign ${controllerId}`;
  const more = organizations.length - MOST_SHOWN;
  return (
    <div className="flex basis-full flex-col gap-2.5 pb-1">
      <ul className="flex flex-col gap-1 text-ink-2">
        {organizations.slice(0, MOST_SHOWN).map((organization) => (
          <li key={organization.id} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere text-ink">{organization.name}</span>
            <span className="tabular-nums">{lossOf(organization)}</span>
          </li>
        ))}
        {more > 0 && <li>{t.moreOrganizations(formatNumber(more), more === 1)}</li>}
      </ul>
      <p className="text-ink-2">{people > 0 ? t.unassignTakes(people === 1) : t.unassignTakesNobody}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={unassign.isPending}
          busyLabel={t.unassigning}
          onPress={() =>
            reportOutcome(unassign, controllerId, {
              onSuccess: (done) =>
                toastDone(
                  act,
                  done.people > 0 ? t.unassigned(formatNumber(done.people), done.people === 1) : t.unassignedNobody,
                ),
              onError: (error) => toastFailure(act, error),
            })
          }
        >
          {t.unassign(formatNumber(organizations.length), organizations.length === 1)}
        </Button>
        {people > 0 && (
          <ButtonLink size="sm" variant="ghost" href={peopleThrough(controllerId)}>
            {t.showPeople}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function lossOf({ people, credentials, groups }: OrganizationAtController): string {
  const lost = [
    people > 0 && t.lostPeople(formatNumber(people), people === 1),
    people > 0 && t.lostCredentials(formatNumber(credentials), credentials === 1),
    groups > 0 && t.lostGroups(formatNumber(groups), groups === 1),
  ].filter((part) => part !== false);
  return lost.length > 0 ? lost.join(", ") : t.lostNothing;
}
