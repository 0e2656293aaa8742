// Facts with which an org admin answers questions about data. Read only; fetched when unfolded.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DEFAULT_PURPOSES } from "#contract/forms/organization.ts";
import { keptDays, type OrganizationRow } from "#contract/tables/organizations.ts";
import { privacyTexts as t } from "#web/features/people/texts/privacy.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { RetryNote } from "#web/ui/note.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { getOrganizationQueryOptions } from "../api/get-organization.ts";

export function DataHandling({ organizationId }: { organizationId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({ ...getOrganizationQueryOptions(organizationId), enabled: isOpen });
  return (
    <div className="mt-6 overflow-hidden rounded-card border border-line bg-surface">
      <Disclosure title={t.howHandled} level={2} isOpen={isOpen} onOpenChange={setOpen}>
        {data && <Handling organization={data} />}
        {isError && !data && (
          <RetryNote role="alert" onRetry={refetch}>
            {t.handlingFailed}
          </RetryNote>
        )}
      </Disclosure>
    </div>
  );
}

function Handling({ organization }: { organization: OrganizationRow }) {
  const days = keptDays(organization);
  return (
    <div className="flex flex-col gap-3 p-4 text-cell">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
        <dt className="text-ink-2">{t.purposes}</dt>
        <dd className="min-w-0 break-words whitespace-pre-line text-ink">
          {organization.purposes ?? DEFAULT_PURPOSES}
        </dd>
        <dt className="text-ink-2">{t.keptFor}</dt>
        <dd className="tabular text-ink">{t.days(formatNumber(days), days === 1)}</dd>
      </dl>
      <p className="text-ink-2">{t.images}</p>
      <p className="text-ink-2">
        {t.rights} {t.whoChanges}
      </p>
    </div>
  );
}
