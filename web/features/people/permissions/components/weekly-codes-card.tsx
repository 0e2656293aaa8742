import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components";
import { permissionsTexts as t } from "#web/features/people/texts/permissions.sv.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Card } from "#web/ui/page/card.tsx";
import { getOwnWeeklyCodesQueryOptions } from "../api/own-weekly-codes.ts";
import { unitsOf } from "../controller-units.ts";
import { readableCodes } from "../readable-codes.ts";
import { WeeklyCodeRow } from "./weekly-code-row.tsx";

/** Tells whether the card is loaded or failed. */
export function useWeeklyCodesKnown(): boolean {
  const access = useQuery(getOrganizationAccessQueryOptions(useSignedIn().organizationId));
  const codes = useQuery(getOwnWeeklyCodesQueryOptions());
  return !access.isLoading && !codes.isLoading;
}

/** This week's codes that the organisation may read, as dots until a press shows one. Nothing where there is none. */
export function WeeklyCodesCard() {
  const { organizationId } = useSignedIn();
  const access = useQuery(getOrganizationAccessQueryOptions(organizationId)).data;
  const codes = useQuery(getOwnWeeklyCodesQueryOptions()).data;
  if (!access || !codes) return null;
  const shown = readableCodes(codes, unitsOf(access, "doors"));
  if (shown.length === 0) return null;
  return (
    <Card
      title={t.weeklyCode}
      flush
      actions={
        <Link
          href="/org-admin/permissions"
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {t.showPermissions}
        </Link>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={t.weeklyCode}>
        {shown.map(({ code, units }) => (
          <li key={code.id} className="border-b border-line-soft last:border-b-0">
            <WeeklyCodeRow units={units} code={code} isNamed />
          </li>
        ))}
      </ul>
    </Card>
  );
}
