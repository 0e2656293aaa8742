import { SearchX, UserPlus, Users } from "lucide-react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { peopleTexts } from "../texts/people.sv.ts";
import type { PeopleArea } from "../use-people-list.ts";

interface NoPeopleProps {
  area: PeopleArea;
  /** Null: nothing is filtered away. */
  onClear: (() => void) | null;
  onAdd: () => void;
}

/** Stands in the list's place when nobody is found. */
export function NoPeople({ area, onClear, onAdd }: NoPeopleProps) {
  return onClear ? (
    <EmptyState
      icon={SearchX}
      title={area === "system" ? peopleTexts.none : peopleTexts.noneMatch}
      help={peopleTexts.noneMatchHelp}
      action={<Button onPress={onClear}>{words.clearFilters}</Button>}
    />
  ) : (
    <EmptyState
      icon={Users}
      title={peopleTexts.none}
      help={area === "system" ? peopleTexts.noneHelpSystem : peopleTexts.noneHelp}
      action={
        <Button icon={UserPlus} onPress={onAdd}>
          {peopleTexts.add}
        </Button>
      }
    />
  );
}
