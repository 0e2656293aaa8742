import { Ban, CalendarPlus, Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { EXTENSIONS_MAX } from "#contract/functions/end-user-manager.ts";
import { BULK_PEOPLE_MAX } from "#contract/limits.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";
import { SelectionBar } from "#web/ui/table/selection-bar.tsx";
import type { BulkKind } from "../bulk-request.ts";
import type { Person } from "../person.ts";
import { bulkPeopleTexts as t } from "../texts/bulk-people.sv.ts";

const BulkPeopleDialog = lazyDialog(
  () => import("./bulk-people-dialog.tsx"),
  (module) => module.BulkPeopleDialog,
);

export interface PeopleSelectionProps {
  chosen: ReadonlyMap<string, Person>;
  canDelete: boolean;
  onClear: () => void;
}

/** Operations on the chosen people. */
export function PeopleSelection({ chosen, canDelete, onClear }: PeopleSelectionProps) {
  const [asked, setAsked] = useState<BulkKind | "extend" | null>(null);
  const people = [...chosen.values()];
  const credentials = people.flatMap((person) => person.credentials);
  const isOff = credentials.length > 0 && credentials.every((credential) => !credential.enabled);
  return (
    <>
      <SelectionBar
        count={people.length}
        note={people.length > BULK_PEOPLE_MAX ? t.tooMany(formatNumber(BULK_PEOPLE_MAX)) : undefined}
        onClear={onClear}
      >
        {credentials.length > 0 && credentials.length <= EXTENSIONS_MAX && (
          <Button icon={CalendarPlus} onPress={() => setAsked("extend")} onHoverStart={BulkPeopleDialog.prefetch}>
            {t.extend}
          </Button>
        )}
        {isOff ? (
          <Button icon={Check} onPress={() => setAsked("on")} onHoverStart={BulkPeopleDialog.prefetch}>
            {t.switchOn}
          </Button>
        ) : (
          <Button icon={Ban} onPress={() => setAsked("off")} onHoverStart={BulkPeopleDialog.prefetch}>
            {t.switchOff}
          </Button>
        )}
        {canDelete && (
          <Button icon={Trash2} onPress={() => setAsked("delete")} onHoverStart={BulkPeopleDialog.prefetch}>
            {t.remove}
          </Button>
        )}
      </SelectionBar>
      {asked && <BulkPeopleDialog kind={asked} people={people} onDone={onClear} onClose={() => setAsked(null)} />}
    </>
  );
}
