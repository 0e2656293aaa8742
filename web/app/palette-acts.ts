// The acts that the pages' heads and rows offer, with other words for them: each leads to its page, and opens its dialog where it has one.
import {
  Activity,
  Archive,
  BellRing,
  CalendarClock,
  CalendarDays,
  DoorOpen,
  Download,
  Eraser,
  GitCompareArrows,
  Handshake,
  Info,
  Link2,
  ListChecks,
  Lock,
  type LucideIcon,
  MailPlus,
  PlugZap,
  RefreshCw,
  RotateCcw,
  Server,
  ShieldCheck,
  ShieldOff,
  ShieldUser,
  Stethoscope,
  Undo2,
  UserCheck,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import { administratorsTexts } from "#web/features/administrators/texts/administrators.sv.ts";
import { alertsTexts } from "#web/features/alerts/texts/alerts.sv.ts";
import { accountTexts } from "#web/features/auth/texts/account.sv.ts";
import { controllersTexts } from "#web/features/controllers/texts/controllers.sv.ts";
import { doorOrderTexts } from "#web/features/doors/texts/door-order.sv.ts";
import { doorsTexts } from "#web/features/doors/texts/doors.sv.ts";
import { nearMissesTexts } from "#web/features/gates/texts/near-misses.sv.ts";
import { aboutTexts } from "#web/features/operations/texts/about.sv.ts";
import { organizationsTexts } from "#web/features/organizations/texts/organizations.sv.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { groupsTexts } from "#web/features/people/texts/groups.sv.ts";
import { handoverTexts } from "#web/features/people/texts/handover.sv.ts";
import { peopleTexts } from "#web/features/people/texts/people.sv.ts";
import { peopleExportTexts } from "#web/features/people/texts/people-export.sv.ts";
import { controllerOperationTexts } from "#web/features/reconcile/texts/controller-operations.sv.ts";
import { weeklyCodeButtonTexts } from "#web/features/weekly-codes/texts/weekly-code-buttons.sv.ts";
import { ALERT_DIALOG, linkedAt, MFA_REQUIREMENTS, WEEKLY_CODES } from "#web/lib/lists/linked-parameter.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { linkTexts } from "#web/texts/links.sv.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { paletteTexts } from "#web/texts/palette.sv.ts";
import { paletteActTexts } from "#web/texts/palette-acts.sv.ts";
import type { Area } from "./navigation.ts";
import type { Command } from "./palette-commands.ts";

type OtherWords = keyof typeof paletteActTexts.otherWords;

const act = (also: OtherWords, label: string, icon: LucideIcon, href: string, note?: string): Command => ({
  id: `act ${href} ${label}`,
  label,
  also: paletteActTexts.otherWords[also],
  icon,
  href,
  ...(note === undefined ? {} : { note }),
});

/** Returns the acts of the heads that are worth a line before anything is typed. */
export function headActs({ name }: Area): Command[] {
  if (name === "orgArea") return [];
  return [
    act("weeklyCodes", weeklyCodeButtonTexts.title, CalendarDays, linkedAt("/system-admin/controllers", WEEKLY_CODES)),
  ];
}

/** Returns the acts that are offered once something is typed. */
export function otherActs(area: Area): Command[] {
  const isSystem = area.name === "systemArea";
  return [...(isSystem ? systemActs() : orgActs()), ...sharedActs(area)];
}

function sharedActs({ home, people, account }: Area): Command[] {
  const doors = navigationTexts.doors;
  const plates = navigationTexts.plates;
  return [
    act("about", aboutTexts.title, Info, account, frameTexts.account),
    act("open", doorOrderTexts.opensNow, DoorOpen, `${home}/doors`, doors),
    act("groups", groupsTexts.people, UsersRound, `${home}/groups`, navigationTexts.groups),
    act("defaultGroup", groupsTexts.giveToNew, UserCheck, `${home}/groups`, navigationTexts.groups),
    act("hold", doorsTexts.hold, DoorOpen, `${home}/doors`, doors),
    act("lock", doorsTexts.lock, Lock, `${home}/doors`, doors),
    act("extend", peopleTexts.extend, CalendarClock, people, paletteTexts.people),
    act("handOver", handoverTexts.open, Handshake, people, paletteTexts.people),
    act("link", linkTexts.copy, Link2, people, paletteTexts.people),
    act("export", peopleExportTexts.exportCsv, Download, people, paletteTexts.people),
    act("export", accessLogsTexts.exportCsv, Download, `${home}/access-logs`, navigationTexts.accessLogs),
    act("export", accessLogsTexts.exportCsv, Download, `${home}/events`, navigationTexts.events),
    act("plates", nearMissesTexts.link, Link2, `${home}/plates`, plates),
    act("plates", nearMissesTexts.correct, Link2, `${home}/plates`, plates),
    act("plates", nearMissesTexts.dismiss, Undo2, `${home}/plates`, plates),
  ];
}

function orgActs(): Command[] {
  return [
    act(
      "weeklyCodes",
      weeklyCodeButtonTexts.title,
      CalendarDays,
      "/org-admin/permissions",
      navigationTexts.permissions,
    ),
  ];
}

function systemActs(): Command[] {
  const [units, sync, admins] = ["/system-admin/controllers", "/system-admin/sync", "/system-admin/admins"];
  const operations = "/system-admin/operations";
  const ofUnits = (also: OtherWords, label: string, icon: LucideIcon) =>
    act(also, label, icon, units, navigationTexts.controllers);
  const ofSync = (also: OtherWords, label: string, icon: LucideIcon) =>
    act(also, label, icon, sync, navigationTexts.sync);
  const ofOrganizations = (also: OtherWords, label: string, icon: LucideIcon) =>
    act(also, label, icon, "/system-admin/organizations", navigationTexts.organizations);
  return [
    act("alerts", alertsTexts.settings, BellRing, linkedAt(operations, ALERT_DIALOG, "settings")),
    act("alerts", alertsTexts.webhooks, Webhook, linkedAt(operations, ALERT_DIALOG, "webhooks"), alertsTexts.heading),
    act("alerts", alertsTexts.test, BellRing, operations, navigationTexts.operations),
    act("mfa", accountTexts.requireTitle, ShieldCheck, linkedAt(admins, MFA_REQUIREMENTS)),
    act("export", weeklyCodeButtonTexts.exportCsv, Download, units, weeklyCodeButtonTexts.title),
    act("weeklyCodes", weeklyCodeButtonTexts.cleanUp, Eraser, units, weeklyCodeButtonTexts.title),
    ofSync("sync", controllerOperationTexts.syncNow, RefreshCw),
    ofSync("sync", controllerOperationTexts.compare, GitCompareArrows),
    ofUnits("test", controllersTexts.test, PlugZap),
    ofUnits("test", controllersTexts.examine, Stethoscope),
    ofUnits("users", controllersTexts.users, Users),
    ofUnits("doors", controllersTexts.syncDoors, RefreshCw),
    ofUnits("doors", controllersTexts.manageDoors, DoorOpen),
    ofUnits("doors", controllersTexts.setup, ListChecks),
    ofUnits("test", controllersTexts.setupGate, ListChecks),
    ofUnits("sync", controllersTexts.showSync, Activity),
    ofUnits("replace", controllerOperationTexts.rebuild, RotateCcw),
    ofUnits("replace", controllerOperationTexts.retire, Archive),
    ofOrganizations("admins", organizationsTexts.manageAdmins, ShieldUser),
    ofOrganizations("access", organizationsTexts.manageControllers, Server),
    act("admins", administratorsTexts.sendCredentials, MailPlus, admins, navigationTexts.admins),
    act("mfa", administratorsTexts.removeFactors, ShieldOff, admins, navigationTexts.admins),
  ];
}
