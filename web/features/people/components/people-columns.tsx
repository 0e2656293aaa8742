import { formatDay, formatLongDay } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { fullName, type Person } from "../person.ts";
import { peopleTexts } from "../texts/people.sv.ts";
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
    meta: { width: "w-[31%] @2xl/list:w-[33%] @[46rem]/list:w-[32.5%] @4xl/list:w-[29%]" },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} detailed />,
    meta: { width: "w-[30%] @2xl/list:w-[31%] @[46rem]/list:w-[31.5%] @4xl/list:w-[26%] @[68rem]/list:w-[30%]" },
  }),
  column.accessor("created_at", {
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatLongDay(getValue())} />,
    meta: { card: "hidden", rank: 3, sortKey: "created_at", width: "w-40" },
  }),
]);

export const systemColumns = column.columns([
  name,
  column.accessor((person) => person.organizations?.name ?? words.none, {
    id: "organization",
    header: peopleTexts.organization,
    meta: { sortKey: "organization", width: "w-[17%] @4xl/list:w-[14%]" },
    cell: ({ getValue }) => (
      <span title={getValue()} className="line-clamp-2 text-ink-2">
        {getValue()}
      </span>
    ),
  }),
  column.display({
    id: "pin",
    header: peopleTexts.pin,
    cell: ({ row }) => <PinCell person={row.original} />,
    meta: { width: "w-[30%] @4xl/list:w-[28%] @[68rem]/list:w-[26%]" },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} />,
    meta: { width: "w-[20%] @4xl/list:w-[17%] @[68rem]/list:w-[24%]" },
  }),
  column.accessor("created_at", {
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatDay(getValue())} />,
    meta: { cardLabel: peopleTexts.created, rank: 3, sortKey: "created_at", width: "w-28" },
  }),
]);

function Name({ text }: { text: string }) {
  return (
    <span translate="no" title={text} className="line-clamp-2 font-name text-ink phone:font-strong">
      {text}
    </span>
  );
}

function Day({ text }: { text: string }) {
  return <span className="tabular whitespace-nowrap text-ink-2">{text}</span>;
}
