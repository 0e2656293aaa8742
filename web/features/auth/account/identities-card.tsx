import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Identity, User } from "#contract/auth.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/lazy-dialogs.ts";
import { Card } from "#web/ui/page/card.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { linkThrough, providerName, unlink } from "../api/sign-in-ways.ts";
import { useReAuthentication } from "../re-authentication/use-re-authentication.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { ACCOUNT_KEY, signInWaysQueryOptions } from "./account-queries.ts";
import { AccountRow } from "./account-row.tsx";

export function IdentitiesCard({ account }: { account: User }) {
  const ways = useQuery(signInWaysQueryOptions);
  const guarded = useReAuthentication(account.email);
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const linked = account.identities.filter(({ provider }) => provider !== "email");
  const names = [...new Set([...(ways.data?.providers ?? []), ...linked.map(({ provider }) => provider)])];
  if (names.length === 0) return null;

  return (
    <Card title={t.identitiesTitle} flush>
      {names.map((provider) => {
        const identity = linked.find((candidate) => candidate.provider === provider);
        const name = providerName(provider);
        return (
          <AccountRow
            key={provider}
            title={name}
            help={identity ? `${t.linked} · ${address(identity) ?? identity.id}` : t.notLinked}
            actions={
              identity ? (
                <Button aria-label={t.unlinkFor(name)} onPress={() => guarded.withStepUp(() => setLeaving(identity))}>
                  {t.unlink}
                </Button>
              ) : (
                <Button aria-label={t.linkFor(name)} onPress={() => guarded.withStepUp(() => linkThrough(provider))}>
                  {t.link}
                </Button>
              )
            }
          />
        );
      })}
      {guarded.question}
      {leaving && <UnlinkQuestion identity={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

function UnlinkQuestion({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = providerName(identity.provider);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await unlink(identity.identity_id);
      toastDone("identity:unlink", t.unlinked(name));
    } catch (error) {
      toastFailure("identity:unlink", error);
    }
    onClose();
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }

  return (
    <ConfirmDialog
      isOpen
      title={t.unlinkTitle}
      consequence={t.unlinkConsequence}
      confirmLabel={words.remove}
      busy={busy}
      busyLabel={words.removing}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {t.unlinkQuestion(name)}
    </ConfirmDialog>
  );
}

function address({ identity_data }: Identity): string | null {
  const { email, name } = identity_data;
  return typeof email === "string" ? email : typeof name === "string" ? name : null;
}
