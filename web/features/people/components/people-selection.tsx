import { Ban, CalendarPlus, Check, ListChecks, type LucideIcon, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";
import { SelectionBar } from "#web/ui/table/selection-bar.tsx";
import type { RowSelection } from "#web/ui/table/use-row-selection.ts";
import { type Act, endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import type { PeopleAsked } from "../api/get-end-users.ts";
import { readAllFound } from "../api/read-all-people.ts";
import type { BulkKind } from "../bulk-request.ts";
import type { Person } from "../person.ts";
import { bulkPeopleTexts as t } from "../texts/bulk-people.sv.ts";
import { groupsTexts } from "../texts/groups.sv.ts";

const BulkPeopleDialog = lazyDialog(
  () => import("./bulk-people-dialog.tsx"),
  (module) => module.BulkPeopleDialog,
);

const PutInGroupDialog = lazyDialog(
  () => import("./put-in-group-dialog.tsx"),
  (module) => module.PutInGroupDialog,
);

export interface PeopleSelectionProps {
  selection: RowSelection<Person> & { clear: () => void };
  /** How many search and filters find; 0 where only an estimate is known. */
  found: number;
  asked: PeopleAsked;
  canDelete: boolean;
}

/** People whom a browser reads for one operation. */
const CHOOSE_ALL_MAX = 5_000;

const CHOOSE_ALL: Act = "people:choose-all";

/** Operations on the chosen people. */
export function PeopleSelection({ selection, found, asked: list, canDelete }: PeopleSelectionProps) {
  const { chosen, clear: onClear } = selection;
  const [asked, setAsked] = useState<BulkKind | "extend" | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isPutting, setPutting] = useState(false);
  const people = [...chosen.values()];
  const organizationId = people[0]?.organization_id;
  const isOfOne = people.length > 0 && people.every((person) => person.organization_id === organizationId);
  const credentials = people.flatMap((person) => person.credentials);
  const isOff = credentials.length > 0 && credentials.every((credential) => !credential.enabled);

  async function chooseAll(): Promise<void> {
    setChoosing(true);
    endToasts(CHOOSE_ALL);
    try {
      selection.set(await readAllFound(list));
    } catch (error) {
      toastFailure(CHOOSE_ALL, error);
    }
    setChoosing(false);
  }

  return (
    <>
      <SelectionBar count={people.length} onClear={onClear}>
        {found > people.length && found <= CHOOSE_ALL_MAX && (
          <Button icon={ListChecks} busy={isChoosing} busyLabel={t.choosing} onPress={() => void chooseAll()}>
            {t.chooseAll(formatNumber(found))}
          </Button>
        )}
        {credentials.length > 0 && (
          <BulkButton icon={CalendarPlus} label={t.extend} onPress={() => setAsked("extend")} />
        )}
        {isOff ? (
          <BulkButton icon={Check} label={t.switchOn} onPress={() => setAsked("on")} />
        ) : (
          <BulkButton icon={Ban} label={t.switchOff} onPress={() => setAsked("off")} />
        )}
        {isOfOne && (
          <Button icon={UsersRound} onPress={() => setPutting(true)} onHoverStart={PutInGroupDialog.prefetch}>
            {groupsTexts.putIn}
          </Button>
        )}
        {canDelete && <BulkButton icon={Trash2} label={t.remove} onPress={() => setAsked("delete")} />}
      </SelectionBar>
      {isPutting && organizationId !== undefined && (
        <PutInGroupDialog
          people={people}
          organizationId={organizationId}
          onDone={onClear}
          onClose={() => setPutting(false)}
        />
      )}
      {asked && <BulkPeopleDialog kind={asked} people={people} onDone={onClear} onClose={() => setAsked(null)} />}
    </>
  );
}

function BulkButton({ icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <Button icon={icon} onPress={onPress} onHoverStart={BulkPeopleDialog.prefetch}>
      {label}
    </Button>
  );
}
