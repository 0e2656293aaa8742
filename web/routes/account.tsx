import { AccountCards } from "#web/features/auth/account/account-cards.tsx";
import { AboutCard } from "#web/features/operations/components/about-card.tsx";
import { titles } from "#web/texts/titles.sv.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function AccountPage() {
  return (
    <div className="max-w-[720px]">
      <PageHead {...titles.account} />
      <AccountCards />
      <div className="mt-4">
        <AboutCard />
      </div>
    </div>
  );
}
