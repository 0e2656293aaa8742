import { useStore } from "#web/lib/store.ts";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import type { PeopleAsked } from "../api/get-end-users.ts";
import { exportPeople } from "../export-people.ts";
import { chosenColumns } from "../list-columns.ts";
import { peopleExportTexts } from "../texts/people-export.sv.ts";
import type { PeopleArea } from "../use-people-list.ts";

/** Exports everybody found, with the list's columns. */
export function PeopleExport({ area, asked }: { area: PeopleArea; asked: PeopleAsked }) {
  const chosen = useStore(chosenColumns);
  return <ExportButton texts={peopleExportTexts} onExport={() => exportPeople({ area, asked, chosen })} />;
}
