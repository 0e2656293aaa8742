import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { accountTexts } from "#web/features/auth/texts/account.sv.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { MFA_REQUIREMENTS, useLinkedAdd, useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { getSystemAdminsQueryOptions } from "../api/get-administrators.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";
import { AdministratorsTable } from "./administrators-table.tsx";
import { useAdministratorActions } from "./use-administrator-actions.tsx";

const AdministratorDialog = lazyDialog(
  () => import("./administrator-dialog.tsx"),
  (module) => module.AdministratorDialog,
);
const MfaRequirementsDialog = lazyDialog(
  () => import("./mfa-requirements-dialog.tsx"),
  (module) => module.MfaRequirementsDialog,
);
const DIALOGS = [AdministratorDialog, MfaRequirementsDialog];

type Open = { administrator: AdministratorRow | null };

export function SystemAdmins() {
  const { opened, open, close } = useOpened<Open>();
  const [requiring, setRequiring] = useState(false);
  const actions = useAdministratorActions(null);
  const admins = useQuery(getSystemAdminsQueryOptions());
  useNavigationCount("/system-admin/admins", admins.data?.length);
  useLinkedAdd(() => open({ administrator: null }));
  useLinkedParameter(MFA_REQUIREMENTS, () => setRequiring(true));
  usePrefetched(DIALOGS);
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
          <Button variant="primary" icon={Plus} onPress={() => open({ administrator: null })}>
            {t.add}
          </Button>
        }
      />
      {actions.note && <div className="mb-4">{actions.note}</div>}
      <ReadList list={admins} failed={t.loadFailed}>
        <AdministratorsTable
          label={titles.admins.title}
          rows={admins.data}
          onEdit={(administrator) => open({ administrator })}
          onSendCredentials={actions.onSendCredentials}
          onRemoveFactors={actions.onRemoveFactors}
          onDelete={actions.onDelete}
        />
      </ReadList>
      {opened && (
        <AdministratorDialog
          administrator={opened.administrator}
          onClose={close}
          onCreated={(created) => {
            close();
            actions.onCreated(created);
          }}
        />
      )}
      {requiring && <MfaRequirementsDialog onClose={() => setRequiring(false)} />}
      {actions.question}
    </>
  );
}
