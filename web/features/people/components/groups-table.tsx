import { Pencil, Trash2, TriangleAlert, UserCheck, Users, UserX } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { type RowAction, tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { groupsTexts as t } from "../texts/groups.sv.ts";

const MOST_PLACES = 4;

const column = tableColumns<AccessGroup>();
const columns = column.columns([
  column.accessor("name", {
    header: t.group,
    cell: ({ row: { original } }) => <Name group={original} />,
    meta: { card: "title", width: "w-[24%]" },
  }),
  column.display({
    id: "places",
    header: t.places,
    cell: ({ row: { original } }) => <Places group={original} />,
    meta: { cardWide: true },
  }),
  column.accessor("members", {
    header: t.people,
    cell: ({ row: { original } }) => <Members group={original} />,
    meta: { cardLabel: t.people, width: "w-40" },
  }),
]);

/** Names of organisations by id, for a list with groups of several organisations. */
const OrganizationNames = createContext<ReadonlyMap<string, string>>(new Map());

function Name({ group }: { group: AccessGroup }) {
  const organization = use(OrganizationNames).get(group.organization_id ?? "");
  return (
    <span className="flex min-w-0 flex-col">
      <span translate="no" className="line-clamp-2 font-name text-ink" title={group.name}>
        {group.name}
      </span>
      {organization !== undefined && (
        <span translate="no" className="line-clamp-1 text-small text-ink-2" title={organization}>
          {organization}
        </span>
      )}
      {group.organization_id === null && <span className="text-small text-ink-2">{t.installation}</span>}
      {group.installation_group_id !== null && <span className="text-small text-ink-2">{t.ofInstallation}</span>}
      {group.is_default && <span className="text-small text-ink-2">{t.givenToNew}</span>}
    </span>
  );
}

function Members({ group: { members, waiting, without_effect_total: without } }: { group: AccessGroup }) {
  return (
    <span className="flex flex-col">
      <span className="tabular text-ink">{formatNumber(members)}</span>
      {waiting > 0 && <span className="text-small text-ink-2">{t.waiting(formatNumber(waiting))}</span>}
      {without > 0 && <span className="text-small text-ink-2">{t.withoutCount(formatNumber(without))}</span>}
    </span>
  );
}

function Places({ group }: { group: AccessGroup }) {
  const places = [...group.doors, ...group.gates];
  if (places.length === 0) return <span className="text-ink-2">{t.noPlaces}</span>;
  // Doors and gates without effect are never among those that are left out.
  const shown = places.toSorted((a, b) => Number(a.effective) - Number(b.effective)).slice(0, MOST_PLACES);
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      {shown.map(({ controller_id, access_point_id, name, effective, schedule }) => (
        <Pill
          key={`${controller_id} ${access_point_id}`}
          tone={effective ? "accent" : "wait"}
          {...(effective ? {} : { icon: TriangleAlert })}
        >
          {effective ? placeWords(name, schedule) : withoutWords(group, name ?? t.unknownPlace)}
        </Pill>
      ))}
      {places.length > MOST_PLACES && <Pill tone="accent">{t.more(formatNumber(places.length - MOST_PLACES))}</Pill>}
    </span>
  );
}

const withoutWords = ({ organization_id: id }: AccessGroup, place: string): string =>
  id === null ? t.withoutAll(place) : t.without(place);

function placeWords(name: string | null, schedule: { name: string } | null): string {
  const place = name ?? t.unknownPlace;
  return schedule === null ? place : t.placeHours(place, schedule.name);
}

/** Says whose a group is, where another has its name. */
function ownerOf(
  { organization_id: id, installation_group_id: common }: AccessGroup,
  names: ReadonlyMap<string, string>,
) {
  if (id === null) return t.installation;
  return names.get(id) ?? (common === null ? "" : t.ofInstallation);
}

export interface GroupsTableProps {
  rows: readonly AccessGroup[] | undefined;
  empty: ReactNode;
  organizations: ReadonlyMap<string, string>;
  onEdit: (group: AccessGroup) => void;
  onMembers: (group: AccessGroup) => void;
  /** Called to make a group the default for new people, or no longer. */
  onDefault: (group: AccessGroup) => void;
  onDelete: (group: AccessGroup) => void;
}

/** Tells whether the group's name, doors and gates are changed in this row: those of the installation's group follow it. */
const mayChange = (group: AccessGroup): boolean => group.installation_group_id === null;

function actionsOf(group: AccessGroup, props: GroupsTableProps): RowAction[] {
  const { onEdit, onMembers, onDefault, onDelete } = props;
  const ofPeople: RowAction[] = [
    { id: "members", label: t.people, icon: Users, onAction: () => onMembers(group), quick: true },
    {
      id: "default",
      label: group.is_default ? t.giveNoMore : t.giveToNew,
      icon: group.is_default ? UserX : UserCheck,
      onAction: () => onDefault(group),
    },
  ];
  const ofContent: RowAction[] = [
    { id: "edit", label: words.edit, icon: Pencil, onAction: () => onEdit(group), quick: true },
    { id: "delete", label: words.remove, icon: Trash2, onAction: () => onDelete(group), tone: "danger" },
  ];
  return [...(group.organization_id === null ? [] : ofPeople), ...(mayChange(group) ? ofContent : [])];
}

export function GroupsTable(props: GroupsTableProps) {
  const { rows, empty, organizations } = props;
  return (
    <OrganizationNames value={organizations}>
      <DataTable
        label={t.title}
        columns={columns}
        rows={rows}
        rowId={(group) => group.id}
        rowName={(group) => group.name}
        rowDetail={(group) => ownerOf(group, organizations)}
        rowActions={(group) => actionsOf(group, props)}
        actionSlots={3}
        onOpen={(group) => (mayChange(group) ? props.onEdit(group) : props.onMembers(group))}
        onDelete={(group) => {
          if (mayChange(group)) props.onDelete(group);
        }}
        empty={empty}
      />
    </OrganizationNames>
  );
}
