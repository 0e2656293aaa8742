// Mitt konto, in both areas: how the person signs in, and how the portal looks to them.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountQueryOptions } from "#web/features/auth/account/account-queries.ts";
import { AppearanceCard } from "#web/features/auth/account/appearance-card.tsx";
import { FactorsCard } from "#web/features/auth/account/factors-card.tsx";
import { IdentitiesCard } from "#web/features/auth/account/identities-card.tsx";
import { SessionsCard } from "#web/features/auth/account/sessions-card.tsx";
import { SignInCard } from "#web/features/auth/account/sign-in-card.tsx";
import { leaveLanding, useLandingProblem } from "#web/lib/landing.ts";
import { accountTexts as t } from "#web/texts/account.ts";
import { landingProblemText } from "#web/texts/auth.ts";
import { titles } from "#web/texts/titles.ts";
import { words } from "#web/texts/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { toastError } from "#web/ui/toast.tsx";

export function AccountPage() {
  const account = useQuery(accountQueryOptions);
  const problem = useLandingProblem();
  // Back from a provider that was to be linked.
  useEffect(() => {
    if (problem === null) return;
    toastError(landingProblemText(problem), { title: t.linkFailed });
    leaveLanding();
  }, [problem]);
  return (
    <div className="max-w-[720px]">
      <PageHead {...titles.account} />
      {account.isError && !account.data ? (
        <Note tone="fail" role="alert" actions={[{ label: words.retry, onAction: () => void account.refetch() }]}>
          {t.loadFailed} {account.error.message}
        </Note>
      ) : (
        <div className="flex flex-col gap-4">
          {account.data ? <SignInCard account={account.data} /> : <Loading title={t.signInTitle} />}
          {account.data ? <FactorsCard account={account.data} /> : <Loading title={t.factorsTitle} />}
          <SessionsCard />
          {account.data && <IdentitiesCard account={account.data} />}
          <AppearanceCard />
        </div>
      )}
    </div>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <Card title={title}>
      <div aria-busy className="flex h-24 flex-col justify-center gap-4">
        <SkeletonBar />
        <SkeletonBar />
        <span className="sr-only">{words.loading}</span>
      </div>
    </Card>
  );
}
