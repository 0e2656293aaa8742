import { useQuery } from "@tanstack/react-query";
import { KeyRound, SearchX } from "lucide-react";
import { useId } from "react";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { permissionsTexts } from "#web/features/people/texts/permissions.sv.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import type { UnitGroup } from "#web/lib/controllers/unit-groups.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { LoadingWords, SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { getOwnWeeklyCodesQueryOptions } from "../api/own-weekly-codes.ts";
import { matchingUnits, type Unit, unitsOf } from "../controller-units.ts";
import { UnitCard } from "./controller-card.tsx";

const SEARCH_FROM = 9;
const NO_CODES: readonly OwnWeeklyCode[] = [];

export function PermissionList() {
  const { organizationId } = useSignedIn();
  const access = useQuery(getOrganizationAccessQueryOptions(organizationId));
  // If the codes cannot be read, the page still shows the doors.
  const codes = useQuery(getOwnWeeklyCodesQueryOptions()).data ?? NO_CODES;
  const { text: search, setText: setSearch } = useSearchText(["controllers", "assigned"], useListAddress());
  const skeleton = useSkeletonTime(access.isPending);
  if (access.isError && !access.data) {
    return (
      <RetryNote role="alert" onRetry={access.refetch}>
        {permissionsTexts.failed} {access.error.message}
      </RetryNote>
    );
  }
  if (!access.data || skeleton) return <Waiting shown={skeleton} />;
  if (access.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={KeyRound} title={permissionsTexts.none} help={permissionsTexts.noneHelp} action={null} />
      </Card>
    );
  }
  const doors = unitsOf(access.data, "doors");
  const gates = unitsOf(access.data, "lpr");
  const others = unitsOf(access.data, "gates");
  const places = doors.reduce((sum, unit) => sum + unit.doors.length, gates.length + others.length);
  const found = {
    doors: matchingUnits(doors, search),
    lpr: matchingUnits(gates, search),
    gates: matchingUnits(others, search),
  };
  const searching = search.trim() !== "";
  return (
    <>
      {(places >= SEARCH_FROM || searching) && (
        <Toolbar search={<SearchField label={permissionsTexts.search} value={search} onChange={setSearch} />} />
      )}
      {found.doors.length + found.lpr.length + found.gates.length === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            title={permissionsTexts.noneMatch}
            action={<Button onPress={() => setSearch("")}>{words.clearSearch}</Button>}
          />
        </Card>
      )}
      <div className="flex max-w-[720px] flex-col gap-6">
        <Group title={permissionsTexts.axis} group="doors" units={found.doors} codes={codes} searching={searching} />
        <Group title={permissionsTexts.axxon} group="lpr" units={found.lpr} codes={NO_CODES} searching={searching} />
        <Group
          title={permissionsTexts.gates}
          group="gates"
          units={found.gates}
          codes={NO_CODES}
          searching={searching}
        />
      </div>
    </>
  );
}

interface GroupProps {
  title: string;
  group: UnitGroup;
  units: readonly Unit[];
  codes: readonly OwnWeeklyCode[];
  searching: boolean;
}

function Group({ title, group, units, codes, searching }: GroupProps) {
  const id = useId();
  if (units.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-card text-ink-2">
        {title}
      </h2>
      <ul className="flex flex-col gap-2.5">
        {units.map((unit) => (
          <UnitCard
            key={unit.id}
            unit={unit}
            group={group}
            forceOpen={searching}
            weeklyCode={codes.find((code) => code.controller_id === unit.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ shown }: { shown: boolean }) {
  return (
    <div aria-busy className="flex max-w-[720px] flex-col gap-2.5">
      <LoadingWords isEarly={!shown} />
      {shown &&
        ["w-2/5", "w-1/3", "w-1/2"].map((width) => (
          <div key={width} className="flex h-[87px] items-start rounded-card border border-line bg-surface px-4 pt-5">
            <SkeletonBar className={width} />
          </div>
        ))}
    </div>
  );
}
