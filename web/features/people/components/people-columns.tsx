import { formatDay, formatLongDay } from "#web/lib/dates.ts";
import { peopleTexts } from "#web/texts/people.ts";
import { words } from "#web/texts/words.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { fullName, type Person } from "../person.ts";
import { PinCell, VehicleCell } from "./credential-cells.tsx";

const column = tableColumns<Person>();

const name = column.accessor(fullName, {
  id: "name",
  header: peopleTexts.name,
  cell: ({ getValue }) => <Name text={getValue()} />,
  meta: { card: "title", sortKey: "name" },
});

export const orgColumns = column.columns([
  name,
  column.display({
    id: "pin",
    header: peopleTexts.pin,
    cell: ({ row }) => <PinCell person={row.original} detailed />,
    // Fixed, so that a revealed PIN moves no column.
    meta: { width: "w-[35%]" },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} detailed />,
    meta: { width: "w-[31%]" },
  }),
  column.accessor("created_at", {
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatLongDay(getValue())} />,
    meta: { card: "hidden", rank: 2, sortKey: "created_at" },
  }),
]);

export const systemColumns = column.columns([
  name,
  column.accessor((person) => person.organizations?.name ?? words.none, {
    id: "organization",
    header: peopleTexts.organization,
    meta: { sortKey: "organization" },
    cell: ({ getValue }) => (
      <span title={getValue()} className="block max-w-52 truncate text-ink-2 phone:max-w-full">
        {getValue()}
      </span>
    ),
  }),
  column.display({
    id: "pin",
    header: peopleTexts.pin,
    cell: ({ row }) => <PinCell person={row.original} />,
    meta: { width: "w-[30%]" },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} />,
  }),
  column.accessor("created_at", {
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatDay(getValue())} />,
    meta: { cardLabel: peopleTexts.created, rank: 2, sortKey: "created_at" },
  }),
]);

function Name({ text }: { text: string }) {
  return (
    <span title={text} className="block max-w-64 truncate font-name text-ink phone:max-w-full phone:font-strong">
      {text}
    </span>
  );
}

function Day({ text }: { text: string }) {
  return <span className="tabular whitespace-nowrap text-ink-2">{text}</span>;
}
