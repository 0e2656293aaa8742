// The command palette's commands beside the pages: every "Lägg till …" of the role, and the results of its search.

import {
  Building2,
  DoorClosed,
  type LucideIcon,
  Plus,
  ScanLine,
  Server,
  Upload,
  UserPlus,
  UserRound,
} from "lucide-react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { administratorsTexts } from "#web/features/administrators/texts/administrators.sv.ts";
import { controllersTexts } from "#web/features/controllers/texts/controllers.sv.ts";
import { organizationsTexts } from "#web/features/organizations/texts/organizations.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { groupsTexts } from "#web/features/people/texts/groups.sv.ts";
import { peopleTexts } from "#web/features/people/texts/people.sv.ts";
import { calendarsTexts } from "#web/features/schedules/texts/calendars.sv.ts";
import { schedulesTexts } from "#web/features/schedules/texts/schedules.sv.ts";
import { formatMinute } from "#web/lib/dates.ts";
import { ADD_CALENDAR, addingAt, linkedAt } from "#web/lib/lists/linked-parameter.ts";
import { passageAddress } from "#web/lib/passages/passage-address.ts";
import { importPath } from "#web/lib/people/people-address.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { paletteTexts } from "#web/texts/palette.sv.ts";
import { paletteActTexts } from "#web/texts/palette-acts.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { rowPlacesApart } from "#web/ui/row-name.ts";
import type { Found, FoundPerson, FoundWhy } from "./api/find-anything.ts";
import type { Area } from "./navigation.ts";

export interface Command {
  id: string;
  label: string;
  /** Other words that find the command, never shown: "ny användare". */
  also?: string;
  /** Shown after the label, on the same line. */
  time?: string;
  /** Grey text after the label and the time: a person's organisation, a door's controller. */
  note?: string | undefined;
  /** A person's vehicles, which distinguish people with one name, like in the list. */
  plates?: readonly string[];
  icon: LucideIcon;
  keys?: readonly string[];
  href?: string;
  /** "_blank": opens in a tab of its own. */
  target?: string;
  onAction?: () => void;
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

export function addCommands(area: Area): Command[] {
  const also = paletteActTexts.otherWords;
  const person = {
    id: "add person",
    label: peopleTexts.add,
    also: also.person,
    icon: UserPlus,
    href: addingAt(area.people),
  };
  const people = {
    id: "import people",
    label: peopleTexts.importFile,
    also: also.importPeople,
    icon: Upload,
    href: importPath(area.people),
  };
  if (area.name === "orgArea")
    return [
      person,
      people,
      adding("groups", groupsTexts.add, "/org-admin/groups"),
      ...scheduling("/org-admin/schedules"),
      { id: "import", label: paletteTexts.importVehicles, also: also.import, icon: Upload, href: "/org-admin/import" },
    ];
  return [
    person,
    people,
    adding("groups", groupsTexts.add, "/system-admin/groups"),
    ...scheduling("/system-admin/schedules"),
    adding("organization", organizationsTexts.add, "/system-admin/organizations"),
    adding("controller", controllersTexts.add, "/system-admin/controllers"),
    adding("administrator", administratorsTexts.add, "/system-admin/admins"),
  ];
}

const scheduling = (page: string): Command[] => [
  adding("schedules", schedulesTexts.add, page),
  { ...adding("calendars", calendarsTexts.add, page), href: linkedAt(page, ADD_CALENDAR) },
];

function adding(
  what: "organization" | "controller" | "administrator" | "groups" | "schedules" | "calendars",
  label: string,
  path: string,
): Command {
  return { id: `add ${what}`, label, also: paletteActTexts.otherWords[what], icon: Plus, href: addingAt(path) };
}

/** Returns the found rows by kind; none before the search has answered. */
export function foundCommands(area: Area, found: Found | undefined): CommandGroup[] {
  if (found === undefined) return [];
  const isSystem = area.name === "systemArea";
  const controllers = found.controllers.filter((one) => DEVICE_KINDS[one.device_type] === "door");
  const gates = found.controllers.filter((one) => DEVICE_KINDS[one.device_type] === "gate");
  const named = new Map([...found.people, ...found.why.map(({ person }) => person)].map((one) => [one.id, one]));
  const besides = distinguish(area, [...named.values()]);
  return [
    {
      title: paletteTexts.people,
      commands: found.people.map((person) => ({
        id: `person ${person.id}`,
        label: nameOf(person),
        ...besides(person),
        icon: UserRound,
        href: `${area.people}?person=${person.id}`,
      })),
    },
    { title: paletteTexts.why, commands: found.why.map((one) => whyCommand(area, one, besides(one.person))) },
    {
      title: navigationTexts.organizations,
      commands: found.organizations.map(({ id, name }) => ({
        id: `organization ${id}`,
        label: name,
        icon: Building2,
        href: `/system-admin/organizations?organization=${id}`,
      })),
    },
    {
      title: words.doors,
      commands: found.doors.map(({ id, name, door_name, controllers: unit }) => {
        const label = door_name?.trim() || name;
        const href = isSystem ? `/system-admin/controllers?doors=${unit.id}` : permission(label);
        return { id: `door ${id}`, label, note: unit.name, icon: DoorClosed, href };
      }),
    },
    {
      title: paletteTexts.gates,
      commands: gates.map(({ id, name }) => ({
        id: `controller ${id}`,
        label: name,
        icon: ScanLine,
        href: isSystem ? area.controller(id) : permission(name),
      })),
    },
    {
      title: navigationTexts.controllers,
      commands: controllers.map(({ id, name }) => ({
        id: `controller ${id}`,
        label: name,
        icon: Server,
        href: isSystem ? area.controller(id) : permission(name),
      })),
    },
  ];
}

/** Returns the command of a "why" result. Somebody who was never refused is marked so, and the command opens that person. */
function whyCommand(area: Area, { person, refusal }: FoundWhy, { note, plates }: Beside): Command {
  const { id } = person;
  const name = nameOf(person);
  if (refusal === null)
    return {
      id: `why ${id}`,
      label: paletteTexts.neverRefused(name),
      note,
      plates,
      icon: UserRound,
      href: `${area.people}?person=${id}`,
    };
  const place = refusal.place ?? (refusal.at === "door" ? doorLogTexts.unknownDoor : paletteTexts.removedGate);
  return {
    id: `why ${id}`,
    label: doorLogTexts.didNotComeIn(name, place),
    time: formatMinute(refusal.time),
    note,
    plates,
    icon: refusal.at === "door" ? DoorClosed : ScanLine,
    href: passageAddress(area.name === "systemArea" ? "system_admin" : "org_admin", refusal.id),
  };
}

type Beside = Required<Pick<Command, "note" | "plates">>;

const nameOf = ({ first_name, last_name }: FoundPerson) => `${first_name} ${last_name}`;

/** Returns the text beside a name: organisation, vehicles, and a number for people who are alike in all that. */
function distinguish(area: Area, people: readonly FoundPerson[]) {
  const organization = (person: FoundPerson) => (area.name === "systemArea" ? person.organizations?.name : undefined);
  const plates = ({ credentials }: FoundPerson) => credentials.map(({ credential_value }) => credential_value);
  const place = rowPlacesApart(people, (person) =>
    [nameOf(person), organization(person), ...plates(person)].join("\n"),
  );
  return (person: FoundPerson): Beside => ({
    note: [organization(person), place(person)].filter(Boolean).join(", ") || undefined,
    plates: plates(person),
  });
}

/** Returns the address of Behörigheter with only that door or gate. */
function permission(name: string): string {
  return `/org-admin/permissions?${new URLSearchParams({ q: name }).toString()}`;
}
