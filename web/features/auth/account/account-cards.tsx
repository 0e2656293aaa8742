import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { leaveLanding, useLandingProblem } from "#web/lib/session/landing.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { toastError } from "#web/ui/toasts/toast.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";
import { landingProblemText } from "../texts/auth.sv.ts";
import { accountQueryOptions } from "./account-queries.ts";
import { AppearanceCard } from "./appearance-card.tsx";
import { FactorsCard } from "./factors-card.tsx";
import { IdentitiesCard } from "./identities-card.tsx";
import { NoticesCard } from "./notices-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInCard } from "./sign-in-card.tsx";

export function AccountCards() {
  const { role } = useSignedIn();
  const account = useQuery(accountQueryOptions);
  const problem = useLandingProblem();
  // The person has returned from a provider that is to be linked.
  useEffect(() => {
    if (problem === null) return;
    toastError("identity:link", landingProblemText(problem), { title: t.linkFailed });
    leaveLanding();
  }, [problem]);
  if (account.isError && !account.data)
    return (
      <RetryNote role="alert" onRetry={account.refetch}>
        {t.loadFailed} {account.error.message}
      </RetryNote>
    );
  return (
    <div className="flex flex-col gap-4">
      {account.data ? <SignInCard account={account.data} /> : <Loading title={t.signInTitle} />}
      {account.data ? <FactorsCard account={account.data} /> : <Loading title={t.factorsTitle} />}
      <SessionsCard />
      {account.data && <IdentitiesCard account={account.data} />}
      {role === "org_admin" && <NoticesCard />}
      <AppearanceCard />
    </div>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <Card title={title}>
      <div aria-busy className="flex h-24 flex-col justify-center gap-4">
        <SkeletonBar />
        <SkeletonBar />
        <LoadingWords />
      </div>
    </Card>
  );
}
