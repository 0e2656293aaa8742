import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { endToasts, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { countLinked } from "../api/delete-organization.ts";
import { type ListedOrganization, ORGANIZATIONS_KEY } from "../api/get-organizations.ts";
import { type LinkedCounts, linkedThings } from "../linked-things.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

const FOREIGN_KEY = "23503";

const DeleteOrganizationDialog = lazyDialog(
  () => import("./delete-organization-dialog.tsx"),
  (module) => module.DeleteOrganizationDialog,
);
const RegisterElsewhereDialog = lazyDialog(
  () => import("./register-elsewhere-dialog.tsx"),
  (module) => module.RegisterElsewhereDialog,
);
const DIALOGS = [DeleteOrganizationDialog, RegisterElsewhereDialog];

const deletionOf = ({ id }: { id: string }) => `organization:delete ${id}` as const;

export interface DeleteOrganization {
  ask: (organization: ListedOrganization) => void;
  dialog: ReactNode;
}

/** Asks before an organisation is deleted. One that is still in use is not deleted, and `links` leads to what uses it. */
export function useDeleteOrganizationDialog(
  links: (counts: LinkedCounts, organization: ListedOrganization, onRegisterElsewhere: () => void) => ReactNode,
): DeleteOrganization {
  const client = useQueryClient();
  usePrefetched(DIALOGS);
  const [asking, setAsking] = useState<ListedOrganization | null>(null);
  const [moving, setMoving] = useState<{ organization: ListedOrganization; counts: LinkedCounts } | null>(null);

  function reportBlocked(organization: ListedOrganization, counts: LinkedCounts): void {
    const things = linkedThings(counts);
    toastError(
      deletionOf(organization),
      <>
        <p>{t.blocked(things === "" ? t.linkedEndUsers : things)}</p>
        {things === "" && <p className="mt-1">{t.blockedByRemoval}</p>}
        {links(counts, organization, () => setMoving({ organization, counts }))}
      </>,
      { title: t.blockedTitle },
    );
  }

  async function ask(organization: ListedOrganization): Promise<void> {
    endToasts(deletionOf(organization));
    try {
      const counts = await countLinked(organization.id);
      if (linkedThings(counts) === "") setAsking(organization);
      else reportBlocked(organization, counts);
    } catch (error) {
      toastFailure(deletionOf(organization), error, { words: failure });
    }
  }

  /** Reports a refusal: something was linked after the count, or a replica on a device still belongs to the organisation. */
  async function reportRefusal(organization: ListedOrganization, error: unknown): Promise<void> {
    if (!(error instanceof BackendError) || error.code !== FOREIGN_KEY)
      toastFailure(deletionOf(organization), error, { words: failure });
    else
      await countLinked(organization.id).then(
        (counts) => reportBlocked(organization, counts),
        () => toastFailure(deletionOf(organization), error, { words: failure }), // Shows the refusal itself when counting its reasons fails.
      );
    void client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY });
  }

  return {
    ask: (organization) => void ask(organization),
    dialog: (
      <>
        {asking && (
          <DeleteOrganizationDialog
            act={deletionOf(asking)}
            organization={asking}
            onRefused={(error) => reportRefusal(asking, error)}
            onClose={() => setAsking(null)}
          />
        )}
        {moving?.counts.other && (
          <RegisterElsewhereDialog
            organization={moving.organization}
            other={moving.counts.other}
            controllers={moving.counts.registered}
            onDone={() => void ask(moving.organization)}
            onClose={() => setMoving(null)}
          />
        )}
      </>
    ),
  };
}

/** Returns the sentence of docs/requirements.md, section 8. */
function failure(error: unknown): string {
  if (!(error instanceof BackendError) || error.code === "unexpected") return errorTexts.unexpectedLater;
  return error.code === "network" ? errorTexts.network : t.deleteFailed;
}
