import type { User } from "#contract/auth.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { AccountRow } from "./account-row.tsx";

const ChangePasswordDialog = lazyDialog(
  () => import("./change-password-dialog.tsx"),
  (module) => module.ChangePasswordDialog,
);
const ChangeEmailDialog = lazyDialog(
  () => import("./change-email-dialog.tsx"),
  (module) => module.ChangeEmailDialog,
);
const DIALOGS = [ChangePasswordDialog, ChangeEmailDialog];

export function SignInCard({ account }: { account: User }) {
  const { opened, open, close } = useOpened<"password" | "email">();
  usePrefetched(DIALOGS);
  return (
    <Card title={t.signInTitle} flush>
      <AccountRow
        title={t.email}
        help={account.email}
        actions={<Button onPress={() => open("email")}>{t.changeEmail}</Button>}
      />
      {account.new_email && (
        <div className="border-b border-line-soft px-4 py-3">
          <Note tone="wait">{t.emailWaiting(account.new_email)}</Note>
        </div>
      )}
      <AccountRow
        title={t.password}
        help={t.passwordHidden}
        actions={<Button onPress={() => open("password")}>{t.changePassword}</Button>}
      />
      {opened === "password" && <ChangePasswordDialog email={account.email} onClose={close} />}
      {opened === "email" && <ChangeEmailDialog email={account.email} onClose={close} />}
    </Card>
  );
}
