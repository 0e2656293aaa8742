import {
  Activity,
  Building2,
  CalendarClock,
  DoorClosed,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  RefreshCw,
  ScanText,
  ScrollText,
  Server,
  ShieldUser,
  Upload,
  UserRoundSearch,
  Users,
  UsersRound,
} from "lucide-react";
import type { Role } from "#contract/roles.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";

export interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
  letter: string;
  group?: "operation" | undefined;
  exact?: boolean | undefined;
}

export interface Area {
  home: string;
  name: "systemArea" | "orgArea";
  items: readonly NavigationItem[];
  account: string;
  sync: string;
  /** The page with the list of people, which opens the person that `?person=` names. */
  people: string;
  controller: (id: string) => string;
}

const SYSTEM: Area = {
  home: "/system-admin",
  name: "systemArea",
  account: "/system-admin/account",
  sync: "/system-admin/sync",
  people: "/system-admin/end-users",
  controller: (id) => `/system-admin/controllers?controller=${id}`,
  items: [
    { to: "/system-admin", label: navigationTexts.overview, icon: LayoutDashboard, letter: "o", exact: true },
    { to: "/system-admin/organizations", label: navigationTexts.organizations, icon: Building2, letter: "r" },
    { to: "/system-admin/controllers", label: navigationTexts.controllers, icon: Server, letter: "s" },
    { to: "/system-admin/end-users", label: navigationTexts.allEndUsers, icon: Users, letter: "u" },
    { to: "/system-admin/groups", label: navigationTexts.groups, icon: UsersRound, letter: "g" },
    { to: "/system-admin/schedules", label: navigationTexts.schedules, icon: CalendarClock, letter: "t" },
    { to: "/system-admin/who", label: navigationTexts.who, icon: UserRoundSearch, letter: "v" },
    { to: "/system-admin/doors", label: navigationTexts.doors, icon: DoorClosed, letter: "p" },
    { to: "/system-admin/access-logs", label: navigationTexts.accessLogs, icon: ScrollText, letter: "l" },
    { to: "/system-admin/plates", label: navigationTexts.plates, icon: ScanText, letter: "n" },
    { to: "/system-admin/admins", label: navigationTexts.admins, icon: ShieldUser, letter: "a" },
    { to: "/system-admin/sync", label: navigationTexts.sync, icon: RefreshCw, letter: "y", group: "operation" },
    {
      to: "/system-admin/operations",
      label: navigationTexts.operations,
      icon: Activity,
      letter: "d",
      group: "operation",
    },
    { to: "/system-admin/events", label: navigationTexts.events, icon: History, letter: "h", group: "operation" },
  ],
};

const ORG: Area = {
  home: "/org-admin",
  name: "orgArea",
  account: "/org-admin/account",
  sync: "/org-admin/sync",
  people: "/org-admin/end-users",
  controller: () => "/org-admin/permissions",
  items: [
    { to: "/org-admin", label: navigationTexts.overview, icon: LayoutDashboard, letter: "o", exact: true },
    { to: "/org-admin/end-users", label: navigationTexts.endUsers, icon: Users, letter: "u" },
    { to: "/org-admin/groups", label: navigationTexts.groups, icon: UsersRound, letter: "g" },
    { to: "/org-admin/schedules", label: navigationTexts.schedules, icon: CalendarClock, letter: "t" },
    { to: "/org-admin/who", label: navigationTexts.who, icon: UserRoundSearch, letter: "v" },
    { to: "/org-admin/doors", label: navigationTexts.doors, icon: DoorClosed, letter: "p" },
    { to: "/org-admin/access-logs", label: navigationTexts.accessLogs, icon: ScrollText, letter: "l" },
    { to: "/org-admin/permissions", label: navigationTexts.permissions, icon: KeyRound, letter: "b" },
    { to: "/org-admin/plates", label: navigationTexts.plates, icon: ScanText, letter: "n" },
    { to: "/org-admin/import", label: navigationTexts.import, icon: Upload, letter: "i" },
    { to: "/org-admin/sync", label: navigationTexts.sync, icon: RefreshCw, letter: "y", group: "operation" },
    { to: "/org-admin/events", label: navigationTexts.events, icon: History, letter: "h", group: "operation" },
  ],
};

export const AREAS: Record<Role, Area> = { system_admin: SYSTEM, org_admin: ORG };
