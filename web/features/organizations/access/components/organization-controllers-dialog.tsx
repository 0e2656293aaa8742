// Saves at once; a change that takes access away asks first, with the number of people.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Server } from "lucide-react";
import { useRef, useState } from "react";
import type { PreviewCall } from "#contract/functions/access-preview.ts";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";
import { organizationsTexts as t } from "#web/features/organizations/texts/organizations.sv.ts";
import { unitGroupOf } from "#web/lib/controllers/unit-groups.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { previewOf, usePreview } from "#web/ui/preview/use-preview.tsx";
import { LoadingWords, SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { type Act, endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { changesSaved, useChangeAccess } from "../api/change-access.ts";
import { countLosers } from "../api/count-losers.ts";
import { getOrganizationAccessQueryOptions } from "../api/get-organization-access.ts";
import {
  type AccessChange,
  isAsChanged,
  losersOf,
  matchingControllers,
  type OrganizationAccess,
  takesLastDoor,
} from "../organization-access.ts";
import { watchTakenAccess } from "../watch-taken-access.ts";
import { AccessQuestion, type AskedChange } from "./access-question.tsx";
import { ControllerAccess } from "./controller-access.tsx";

export interface OrganizationControllersDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
}

export function OrganizationControllersDialog({ organization, onClose }: OrganizationControllersDialogProps) {
  const { query, request, asked, last, panel } = useAccessChanges(organization.id);
  const [search, setSearch] = useState("");
  const access = query.data;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.accessTitle(organization.name)}
      subtitle={t.accessSubtitle}
      footer={
        <DialogFoot note={<SavedNote last={last} />}>
          <Button onPress={onClose}>{words.close}</Button>
        </DialogFoot>
      }
    >
      {query.isError && (
        <RetryNote role="alert" onRetry={query.refetch}>
          {t.accessLoadFailed} {query.error.message}
        </RetryNote>
      )}
      {query.isPending && <Loading />}
      {access && access.controllers.length === 0 && (
        <EmptyState
          icon={Server}
          title={t.noControllers}
          help={t.noControllersHelp}
          action={<ButtonLink href="/system-admin/controllers?add=1">{t.addController}</ButtonLink>}
        />
      )}
      {access && access.controllers.length > 0 && (
        <>
          <SearchField label={t.accessSearch} value={search} onChange={setSearch} shortcut={false} />
          <Groups access={access} search={search} organization={organization.name} onChange={request} />
        </>
      )}
      <AccessQuestion
        asked={asked}
        organization={organization.name}
        onCancel={() => asked?.answer(false)}
        onConfirm={() => asked?.answer(true)}
      />
      {panel}
    </Dialog>
  );
}

function SavedNote({ last }: { last: string | null }) {
  return (
    <span className="flex items-center gap-2">
      <Check aria-hidden size={15} className="shrink-0 text-ok" />
      {t.savedAtOnce}
      {last && ` ${last}.`}
    </span>
  );
}

interface Asked extends AskedChange {
  answer: (saves: boolean) => void;
}

/** Returns the open question, and the function that opens one and resolves with its answer. */
function useQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirmed = (question: AskedChange): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (saves: boolean) => {
        setAsked(null);
        resolve(saves);
      };
      setAsked({ ...question, answer });
    });
  return { asked, confirmed };
}

/** Asks before a change that takes access from people, and saves every other at once. */
function useAccessChanges(organizationId: string) {
  const client = useQueryClient();
  const options = getOrganizationAccessQueryOptions(organizationId);
  const query = useQuery(options);
  const { asked, confirmed } = useQuestion();
  const [last, setLast] = useState<string | null>(null);
  const preview = usePreview();
  const change = useChangeAccess(organizationId, {
    onDone: (next) => {
      setLast(doneWords(next));
      endToasts(actOf(next));
      toastDone("access:change", doneWords(next));
      const controller = query.data?.controllers.find(({ id }) => id === next.controllerId);
      // The first chosen door takes the others away too; where nothing is taken, nothing is outdated.
      if (controller) watchTakenAccess({ organizationId: organizationId, controller });
    },
    onFailed: (error, next) => toastFailure(actOf(next), error),
  });
  const turn = useRef(Promise.resolve());

  /** Carries out one change after the other: what a change takes away depends on how the one before it ended. */
  function request(next: AccessChange, controller: ControllerWithDoors): void {
    turn.current = after(turn.current, next, controller);
  }

  async function after(former: Promise<void>, next: AccessChange, controller: ControllerWithDoors): Promise<void> {
    await former;
    await carryOut(next, controller);
  }

  async function carryOut(next: AccessChange, controller: ControllerWithDoors): Promise<void> {
    try {
      // A door of a controller that is still being given would be refused.
      await changesSaved(client);
      const access = client.getQueryData(options.queryKey);
      // A switch that waits for its turn looks unchanged, so it may be pressed again.
      if (!access || isAsChanged(access, next)) return;
      const losers = losersOf(access, next);
      const lastDoor = takesLastDoor(access, next);
      const call = linkCall(organizationId, next);
      if (losers === null && !lastDoor) {
        if (await preview.confirmed(call)) change.mutate(next);
        return;
      }
      const difference = await previewOf(call);
      const counted = difference === null && losers ? await countLosers(organizationId, losers) : 0;
      const people = difference?.people.lose ?? counted;
      const question = { change: next, controller, people, lastDoor, difference };
      if ((people === 0 && !lastDoor) || (await confirmed(question))) change.mutate(next);
    } catch (error) {
      toastFailure(actOf(next), error);
    }
  }

  return { query, request, asked, last, panel: preview.panel };
}

/** Each door has its own refusal, which stays when another one is saved. */
const actOf = (change: AccessChange): Act =>
  `access:change ${change.kind === "door" ? change.doorId : change.controllerId}`;

function linkCall(organization_id: string, next: AccessChange): PreviewCall {
  const access_point_id = next.kind === "door" ? next.doorId : null;
  return {
    call: "organization-link",
    body: { organization_id, controller_id: next.controllerId, access_point_id, linked: next.assigned },
  };
}

function Groups(props: {
  access: OrganizationAccess;
  search: string;
  organization: string;
  onChange: (change: AccessChange, controller: ControllerWithDoors) => void;
}) {
  const { access, search, organization, onChange } = props;
  const found = matchingControllers(access.controllers, search);
  if (found.length === 0) return <p className="py-10 text-center text-body text-ink-2">{t.noMatch}</p>;
  const groups = [
    { title: t.axisGroup, group: "doors" },
    { title: t.axxonGroup, group: "lpr" },
    { title: t.gateGroup, group: "gates" },
  ] as const;
  return groups.map(({ title, group }) => {
    const isIn = ({ device_type }: ControllerWithDoors) => unitGroupOf(device_type) === group;
    const shown = found.filter(isIn);
    if (shown.length === 0) return null;
    const all = access.controllers.filter(isIn);
    const assigned = all.filter((controller) => access.controllerIds.includes(controller.id)).length;
    return (
      <section key={group} aria-labelledby={`group-${group}`} className="mt-4">
        <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 id={`group-${group}`} className="text-meta font-bold tracking-wide text-ink-2">
            {title}
          </h3>
          <p className="tabular text-small text-ink-2">{t.assignedOf(assigned, all.length)}</p>
        </div>
        <ul className="flex flex-col gap-2.5">
          {shown.map((controller) => (
            <li key={controller.id}>
              <ControllerAccess
                controller={controller}
                access={access}
                organization={organization}
                searched={search.trim() !== ""}
                onChange={(change) => onChange(change, controller)}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Loading() {
  const shown = useSkeletonTime(true);
  return (
    <div aria-busy className="flex flex-col gap-2.5">
      <LoadingWords isEarly={!shown} />
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="flex h-[58px] flex-col justify-center gap-2.5 rounded-card border border-line px-4">
          <SkeletonBar className={shown ? "w-2/5" : "invisible"} />
          <SkeletonBar className={shown ? "w-1/4" : "invisible"} />
        </div>
      ))}
    </div>
  );
}

function doneWords({ kind, assigned }: AccessChange): string {
  if (kind === "controller") return assigned ? t.controllerAssigned : t.controllerRemoved;
  return assigned ? t.doorAssigned : t.doorRemoved;
}
