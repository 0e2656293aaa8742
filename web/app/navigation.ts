import {
  Activity,
  Building2,
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
  Users,
} from "lucide-react";
import type { Role } from "#contract/roles.ts";
import { frameTexts } from "#web/texts/frame.ts";

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
  /** The list of people, which opens the one that `?person=` names. */
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
    { to: "/system-admin", label: frameTexts.overview, icon: LayoutDashboard, letter: "o", exact: true },
    { to: "/system-admin/organizations", label: frameTexts.organizations, icon: Building2, letter: "r" },
    { to: "/system-admin/controllers", label: frameTexts.controllers, icon: Server, letter: "s" },
    { to: "/system-admin/end-users", label: frameTexts.allEndUsers, icon: Users, letter: "u" },
    { to: "/system-admin/doors", label: frameTexts.doors, icon: DoorClosed, letter: "p" },
    { to: "/system-admin/access-logs", label: frameTexts.accessLogs, icon: ScrollText, letter: "l" },
    { to: "/system-admin/plates", label: frameTexts.plates, icon: ScanText, letter: "n" },
    { to: "/system-admin/admins", label: frameTexts.admins, icon: ShieldUser, letter: "a" },
    { to: "/system-admin/sync", label: frameTexts.sync, icon: RefreshCw, letter: "y", group: "operation" },
    { to: "/system-admin/operations", label: frameTexts.operations, icon: Activity, letter: "d", group: "operation" },
    { to: "/system-admin/events", label: frameTexts.events, icon: History, letter: "h", group: "operation" },
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
    { to: "/org-admin", label: frameTexts.overview, icon: LayoutDashboard, letter: "o", exact: true },
    { to: "/org-admin/end-users", label: frameTexts.endUsers, icon: Users, letter: "u" },
    { to: "/org-admin/doors", label: frameTexts.doors, icon: DoorClosed, letter: "p" },
    { to: "/org-admin/access-logs", label: frameTexts.accessLogs, icon: ScrollText, letter: "l" },
    { to: "/org-admin/permissions", label: frameTexts.permissions, icon: KeyRound, letter: "b" },
    { to: "/org-admin/plates", label: frameTexts.plates, icon: ScanText, letter: "n" },
    { to: "/org-admin/import", label: frameTexts.import, icon: Upload, letter: "i" },
    { to: "/org-admin/sync", label: frameTexts.sync, icon: RefreshCw, letter: "y", group: "operation" },
    { to: "/org-admin/events", label: frameTexts.events, icon: History, letter: "h", group: "operation" },
  ],
};

export const AREAS: Record<Role, Area> = { system_admin: SYSTEM, org_admin: ORG };
