import { AliasCard } from "#web/features/gates/components/alias-card.tsx";
import { CamerasCard } from "#web/features/gates/components/cameras-card.tsx";
import { DismissedCard } from "#web/features/gates/components/dismissed-card.tsx";
import { NearMissQueue } from "#web/features/gates/components/near-miss-queue.tsx";
import { PlatesToCorrectCard } from "#web/features/gates/components/plates-to-correct-card.tsx";
import { nearMissesTexts as t } from "#web/features/gates/texts/near-misses.sv.ts";
import { ALL_ORGANIZATIONS, OrganizationFilter } from "#web/features/people/components/organization-filter.tsx";
import { useSignedIn } from "#web/lib/session/session.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

/** Shows the page of both areas. */
export function PlatesPage() {
  const { role } = useSignedIn();
  const isSystem = role === "system_admin";
  return (
    <>
      <PageHead title={t.title} subtitle={t.subtitle} />
      <PlatesToCorrectCard />
      <NearMissQueue
        aside={<CamerasCard />}
        after={
          <>
            <AliasCard />
            <DismissedCard />
          </>
        }
        path={isSystem ? "/system-admin/plates" : "/org-admin/plates"}
        organizationFilter={
          isSystem
            ? (value, onChange) => (
                <OrganizationFilter
                  value={value ?? ALL_ORGANIZATIONS}
                  onChange={(id) => onChange(id === ALL_ORGANIZATIONS ? null : id)}
                />
              )
            : undefined
        }
      />
    </>
  );
}
