// /system-admin/admins
import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { getSystemAdminsQueryOptions } from "#web/features/administrators/api/get-administrators.ts";
import { AdministratorsTable } from "#web/features/administrators/components/administrators-table.tsx";
import { useAdministratorActions } from "#web/features/administrators/components/use-administrator-actions.tsx";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount } from "#web/lib/frame-figures.ts";
import { accountTexts } from "#web/texts/account.ts";
import { administratorsTexts as t } from "#web/texts/administrators.ts";
import { titles } from "#web/texts/titles.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

const AdministratorDialog = lazyDialog(
  () => import("#web/features/administrators/components/administrator-dialog.tsx"),
  (module) => module.AdministratorDialog,
);
const MfaRequirementsDialog = lazyDialog(
  () => import("#web/features/administrators/components/mfa-requirements-dialog.tsx"),
  (module) => module.MfaRequirementsDialog,
);
const DIALOGS = [AdministratorDialog, MfaRequirementsDialog];

/** `administrator` null: a new one. */
type Open = { administrator: AdministratorRow | null };

export function AdminsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const [requiring, setRequiring] = useState(false);
  const acts = useAdministratorActions(null);
  const admins = useQuery(getSystemAdminsQueryOptions());
  const total = admins.data?.length;
  useEffect(() => {
    if (total !== undefined) publishNavigationCount("/system-admin/admins", formatNumber(total));
  }, [total]);
  usePrefetched(DIALOGS);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        {...titles.admins}
        secondary={
          <Button icon={ShieldCheck} onPress={() => setRequiring(true)}>
            {accountTexts.requireTitle}
          </Button>
        }
        primary={
          <Button variant="primary" icon={Plus} onPress={() => setOpen({ administrator: null })}>
            {t.add}
          </Button>
        }
      />
      {acts.note && <div className="mb-4">{acts.note}</div>}
      {admins.isError && (
        <Note
          tone="fail"
          role="alert"
          className="mb-4"
          actions={[{ label: words.retry, onAction: () => void admins.refetch() }]}
        >
          {t.loadFailed} {admins.error.message}
        </Note>
      )}
      {!(admins.isError && !admins.data) && (
        <AdministratorsTable
          label={titles.admins.title}
          rows={admins.data}
          onEdit={(administrator) => setOpen({ administrator })}
          onSendCredentials={acts.onSendCredentials}
          onRemoveFactors={acts.onRemoveFactors}
          onDelete={acts.onDelete}
        />
      )}
      {open && (
        <AdministratorDialog
          administrator={open.administrator}
          onClose={close}
          onCreated={(created) => {
            close();
            acts.onCreated(created);
          }}
        />
      )}
      {requiring && <MfaRequirementsDialog onClose={() => setRequiring(false)} />}
      {acts.question}
    </>
  );
}
