import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fingerprint, ListChecks, type LucideIcon, MessageSquareText, Smartphone, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Factor, User } from "#contract/auth.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import { isSecondFactor } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { makeRecoveryCodes } from "../api/recovery-codes.ts";
import { beginApp } from "../api/second-factors.ts";
import { useReAuthentication } from "../re-authentication/use-re-authentication.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { secondFactorTexts } from "../texts/second-factor.sv.ts";
import { ACCOUNT_KEY, recoveryCodesQueryOptions, signInWaysQueryOptions } from "./account-queries.ts";
import { AccountRow } from "./account-row.tsx";
import type { FactorOperation } from "./factor-dialog.tsx";

const FactorDialog = lazyDialog(
  () => import("./factor-dialog.tsx"),
  (module) => module.FactorDialog,
);
const DIALOGS = [FactorDialog];

const ICONS: Record<Factor["factor_type"], LucideIcon> = {
  totp: Smartphone,
  webauthn: Fingerprint,
  phone: MessageSquareText,
  recovery_code: ListChecks,
};

export function FactorsCard({ account }: { account: User }) {
  usePrefetched(DIALOGS);
  const client = useQueryClient();
  const [operation, setOperation] = useState<FactorOperation | null>(null);
  const guarded = useReAuthentication(account.email);
  const factors = account.factors.filter(isSecondFactor);
  const required = account.app_metadata.mfa_required;

  function done(): void {
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }

  const begin = (next: NextOperation) =>
    guarded.withStepUp(async () => setOperation(typeof next === "function" ? await next() : next));

  return (
    <Card
      title={t.factorsTitle}
      flush
      note={<Pill tone={factors.length > 0 ? "ok" : "idle"}>{factors.length > 0 ? t.factorsOn : t.factorsOff}</Pill>}
      actions={required && <span className="text-small text-ink-2">{t.factorsRequired}</span>}
    >
      {factors.length === 0 && <p className="px-4 py-3 text-small text-ink-2">{t.factorsHelp}</p>}
      {factors.map((factor) => (
        <AccountRow
          key={factor.id}
          icon={ICONS[factor.factor_type]}
          title={factor.friendly_name || t.kind[factor.factor_type]}
          help={`${t.kind[factor.factor_type]} · ${t.addedOn(formatLongDay(factor.created_at))}`}
          actions={
            <IconButton
              icon={Trash2}
              label={t.removeFactor(factor.friendly_name || t.kind[factor.factor_type])}
              onPress={() => begin({ name: "remove", factor, last: factors.length === 1, required })}
            />
          }
        />
      ))}
      {factors.length > 0 && <CodesRow onMake={(anew) => begin(anew ? { name: "codes-anew" } : makeCodes)} />}
      <AddButtons account={account} onBegin={begin} />
      {guarded.question}
      {operation && (
        <FactorDialog
          operation={operation}
          hasCodes={account.factors.some(({ factor_type }) => factor_type === "recovery_code")}
          onChanged={done}
          onClose={() => setOperation(null)}
        />
      )}
    </Card>
  );
}

type NextOperation = FactorOperation | (() => Promise<FactorOperation>);

function AddButtons({ account, onBegin }: { account: User; onBegin: (next: NextOperation) => void }) {
  const ways = useQuery(signInWaysQueryOptions);
  const makeApp = async (): Promise<FactorOperation> => {
    const taken = account.factors.map(({ friendly_name }) => friendly_name ?? "");
    return { name: "app", app: await beginApp(freeName(secondFactorTexts.app, taken)) };
  };
  return (
    <div className="flex flex-wrap gap-2 px-4 py-3">
      <Button icon={Smartphone} onPress={() => onBegin(makeApp)}>
        {t.addApp}
      </Button>
      {ways.data?.passkeys && (
        <Button icon={Fingerprint} onPress={() => onBegin({ name: "passkey" })}>
          {t.addPasskey}
        </Button>
      )}
      {ways.data?.sms && (
        <Button icon={MessageSquareText} onPress={() => onBegin({ name: "phone" })}>
          {t.addPhone}
        </Button>
      )}
    </div>
  );
}

async function makeCodes(): Promise<FactorOperation> {
  return { name: "codes", codes: await makeRecoveryCodes({ anew: false }) };
}

function CodesRow({ onMake }: { onMake: (anew: boolean) => void }) {
  const codes = useQuery(recoveryCodesQueryOptions);
  const has = Boolean(codes.data);
  return (
    <AccountRow
      icon={ICONS.recovery_code}
      title={t.codes}
      help={codes.data ? t.codesLeft(codes.data.remaining, codes.data.total) : codes.data === null ? t.codesNone : " "}
      actions={
        codes.data !== undefined && <Button onPress={() => onMake(has)}>{has ? t.makeCodesAnew : t.makeCodes}</Button>
      }
    />
  );
}

/** Returns `wanted`, numbered from 2 when taken: the server requires distinct names. */
function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLocaleLowerCase("sv")));
  let name = wanted;
  for (let number = 2; used.has(name.toLocaleLowerCase("sv")); number += 1) name = `${wanted} ${number}`;
  return name;
}
