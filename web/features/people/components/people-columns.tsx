import { personFieldLabel } from "#contract/forms/person-labels.ts";
import { PERSON_FIELDS, type PersonFieldInput, personFields } from "#contract/person-fields.ts";
import { cx } from "#web/lib/cx.ts";
import { formatDay, formatLongDay } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { fullName, type Person } from "../person.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import type { PeopleArea } from "../use-people-list.ts";
import { PinCell, VehicleCell } from "./credential-cells.tsx";

const column = tableColumns<Person>();

const name = column.accessor(fullName, {
  id: "name",
  header: peopleTexts.name,
  cell: ({ getValue }) => <Name text={getValue()} />,
  meta: { card: "title", sortKey: "name" },
});

const organizationOf = (person: Person) => person.organizations?.name ?? words.none;

const orgColumns = column.columns([
  name,
  column.display({
    id: "pin",
    header: peopleTexts.pin,
    cell: ({ row }) => <PinCell person={row.original} detailed />,
    meta: {
      width: "w-[31%] @2xl/list:w-[33%] @[46rem]/list:w-[31%] @4xl/list:w-[31%] @[68rem]/list:w-[30%]",
    },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} detailed />,
    meta: { width: "w-[30%] @2xl/list:w-[31%] @4xl/list:w-[25%] @[68rem]/list:w-[26%]" },
  }),
  column.accessor("created_at", {
    id: "created_at",
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatLongDay(getValue())} />,
    meta: { card: "hidden", rank: 3, sortKey: "created_at", width: "w-30 @[68rem]/list:w-40" },
  }),
]);

/** The name, with the organisation below it where the list has no room for a column of organisations. */
const systemName = column.accessor(fullName, {
  id: "name",
  header: peopleTexts.name,
  cell: ({ row: { original } }) => (
    <>
      <Name text={fullName(original)} lines="@max-4xl/list:line-clamp-1" />
      <span title={organizationOf(original)} className="block truncate text-ink-2 @4xl/list:hidden phone:hidden">
        {organizationOf(original)}
      </span>
    </>
  ),
  meta: { card: "title", sortKey: "name" },
});

const systemColumns = column.columns([
  systemName,
  column.accessor(organizationOf, {
    id: "organization",
    header: peopleTexts.organization,
    meta: { rank: 3, sortKey: "organization", width: "w-[14%]" },
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
    meta: { width: "w-[30%] @4xl/list:w-[28%] @[68rem]/list:w-[25%]" },
  }),
  column.display({
    id: "vehicle",
    header: peopleTexts.vehicle,
    cell: ({ row }) => <VehicleCell person={row.original} />,
    meta: { width: "w-[20%] @4xl/list:w-[17%] @[68rem]/list:w-[22.5%]" },
  }),
  column.accessor("created_at", {
    id: "created_at",
    header: peopleTexts.created,
    cell: ({ getValue }) => <Day text={formatDay(getValue())} />,
    meta: { cardLabel: peopleTexts.created, rank: 3, sortKey: "created_at", width: "w-28" },
  }),
]);

const compactColumns = [name, ...systemColumns.slice(1).filter(({ id }) => id !== "organization")];

/** Class and width in rem of an optional text. */
const TEXT_WIDTHS: Record<PersonFieldInput, readonly [string, number]> = {
  email: ["w-52", 13],
  text: ["w-28", 7],
  tel: ["w-36", 9],
  lines: ["w-56", 14],
};

const textColumns = PERSON_FIELDS.map((field) =>
  column.accessor((person) => person[field], {
    id: field,
    header: personFieldLabel(field),
    meta: { cardLabel: personFieldLabel(field), width: TEXT_WIDTHS[personFields[field].input][0] },
    cell: ({ getValue }) => (
      <span translate="no" title={getValue() ?? undefined} className="line-clamp-2 break-words text-ink-2">
        {getValue() ?? words.none}
      </span>
    ),
  }),
);

/**
 * Returns the columns that the person chose. If optional texts are among them, the organisation's list shows credentials as the system's
 * list does.
 */
export function columnsFor(area: PeopleArea, chosen: readonly unknown[]) {
  const texts = textColumns.filter(({ id }) => chosen.includes(id));
  const usual = area === "system" ? systemColumns : texts.length === 0 ? orgColumns : compactColumns;
  return [...usual.slice(0, 1), ...texts, ...usual.slice(1)].filter(
    ({ id }) => id !== "created_at" || chosen.includes(id),
  );
}

/** Width of name, day and buttons. */
const OTHERS_REM = 25;

/** Returns the width in rem under which the list is moved sideways; null where every column fits any list. */
export function leastWidth(area: PeopleArea, chosen: readonly unknown[]): number | null {
  const texts = PERSON_FIELDS.filter((field) => chosen.includes(field));
  if (texts.length === 0) return null;
  const rem = texts.reduce((sum, field) => sum + TEXT_WIDTHS[personFields[field].input][1], OTHERS_REM);
  // Organisation, PIN and vehicle take the larger part of the width.
  return rem * (area === "system" ? 2.8 : 2);
}

function Name({ text, lines }: { text: string; lines?: string | undefined }) {
  return (
    <span translate="no" title={text} className={cx("line-clamp-2 font-name text-ink phone:font-strong", lines)}>
      {text}
    </span>
  );
}

function Day({ text }: { text: string }) {
  return <span className="tabular text-ink-2 @[68rem]/list:whitespace-nowrap">{text}</span>;
}
