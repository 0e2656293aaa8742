// The screenshots of `npm run screenshots`; a new page or dialog is one more line.
import { SYSTEM_ADMIN } from "../seed/demo-plan.ts";
import {
  EMPTY_INSTALLATION,
  FORCED_DOOR,
  NEW_ORGANIZATION,
  OLD_TLS,
  SECOND_FACTOR_WITHOUT_CODES,
  type StandIn,
} from "./stand-ins.ts";

/** Part of a name, or a pattern: a button, a box, an option, or an item of the first row's menu. */
export type Press = string | RegExp;

export interface Shot {
  name: string;
  path: string;
  /** Pressed in order before the screenshot. */
  presses?: readonly Press[];
  /** The presses before the screenshot open no dialog. */
  inPage?: boolean;
  /** Pressed after the screenshot, so that the next look finds the demo unchanged. */
  undoes?: readonly Press[];
  /** Typed into the focused field, after the presses. */
  types?: string;
  /** Used instead of the server's replies. */
  replies?: readonly StandIn[];
  /** Needs data that only the demo has, or shows nobody's text: tests/e2e/security/xss.test.ts leaves it out. */
  demo?: boolean;
}

export interface Account {
  name: string;
  signIn: { email: string; password: string } | null;
  /** Shown signed out, with the data that a browser keeps of this person's ended session. */
  endedFor?: string;
  shots: readonly Shot[];
}

export const ACCOUNTS: readonly Account[] = [
  {
    name: "nobody",
    signIn: null,
    shots: [
      { name: "sign-in", path: "/auth" },
      { name: "forgotten-password", path: "/auth", presses: ["Glömt lösenord"], inPage: true },
      { name: "sign-in-empty", path: "/auth", presses: ["Logga in"], inPage: true },
    ],
  },
  {
    name: "ended",
    signIn: null,
    endedFor: SYSTEM_ADMIN.email,
    shots: [{ name: "session-ended", path: "/system-admin/sync", demo: true }],
  },
  {
    name: "system",
    signIn: SYSTEM_ADMIN,
    shots: [
      { name: "overview", path: "/system-admin" },
      { name: "palette", path: "/system-admin", presses: [/^Sök/] },
      { name: "palette-found", path: "/system-admin", presses: [/^Sök/], types: "norr", demo: true },
      { name: "palette-nothing", path: "/system-admin", presses: [/^Sök/], types: "finns inte", demo: true },
      { name: "overview-first-steps", path: "/system-admin", replies: EMPTY_INSTALLATION, demo: true },
      ...["organizations", "controllers", "end-users", "doors", "access-logs", "plates", "sync"].map((page) => ({
        name: `${page}-none`,
        path: `/system-admin/${page}`,
        replies: EMPTY_INSTALLATION,
        demo: true,
      })),
      { name: "organizations", path: "/system-admin/organizations" },
      { name: "organization-new", path: "/system-admin/organizations", presses: ["Lägg till organisation"] },
      // Refused with a message, because the organisation has people.
      { name: "organization-delete", path: "/system-admin/organizations", presses: ["Ta bort"], inPage: true },
      { name: "organization-admins", path: "/system-admin/organizations", presses: ["Hantera admins"] },
      {
        name: "organization-admin-new",
        path: "/system-admin/organizations",
        presses: ["Hantera admins", "Lägg till administratör"],
      },
      { name: "organization-controllers", path: "/system-admin/organizations", presses: ["Hantera styrenheter"] },
      { name: "controllers", path: "/system-admin/controllers" },
      { name: "controller-new", path: "/system-admin/controllers", presses: ["Lägg till styrenhet"] },
      ...(["AxxonSoft LPR", "Relä", "Axis-kamera för nummerplåtar"] as const).map((type, place) => ({
        name: `controller-new-${["lpr", "relay", "camera"][place]}`,
        path: "/system-admin/controllers",
        presses: ["Lägg till styrenhet", "Enhetstyp", type],
        demo: true,
      })),
      {
        name: "controller-new-errors",
        path: "/system-admin/controllers",
        presses: ["Lägg till styrenhet", "Skapa styrenhet"],
        demo: true,
      },
      { name: "controller-edit", path: "/system-admin/controllers", presses: ["Redigera"] },
      {
        name: "controller-certificate",
        path: "/system-admin/controllers?q=Port 7",
        presses: ["Redigera", "Certifikatets fingeravtryck"],
        demo: true,
      },
      {
        name: "controller-test",
        path: "/system-admin/controllers",
        presses: ["Testa anslutning"],
        inPage: true,
        demo: true,
      },
      {
        name: "controller-old-tls",
        path: "/system-admin/controllers",
        presses: ["Redigera", "Testa anslutning"],
        replies: OLD_TLS,
        demo: true,
      },
      { name: "controller-examine", path: "/system-admin/controllers", presses: ["Undersök enheten"], demo: true },
      { name: "gate-edit", path: "/system-admin/controllers?q=Infart", presses: ["Redigera"], demo: true },
      { name: "controller-doors", path: "/system-admin/controllers", presses: ["Hantera åtkomstpunkter"] },
      {
        name: "controller-door-hours",
        path: "/system-admin/controllers",
        presses: ["Hantera åtkomstpunkter", /^Öppettider för/],
        demo: true,
      },
      // An installer's choices: hours, a card and four digits.
      {
        name: "controller-doors-risk",
        path: "/system-admin/controllers?q=Kontor",
        presses: ["Hantera åtkomstpunkter"],
        demo: true,
      },
      { name: "controller-setup", path: "/system-admin/controllers", presses: ["Namnge, tilldela och testa"] },
      { name: "controller-users", path: "/system-admin/controllers", presses: [/^Användare/] },
      {
        name: "controller-user-new",
        path: "/system-admin/controllers",
        presses: [/^Användare/, "Lägg till användare"],
      },
      { name: "weekly-codes", path: "/system-admin/controllers", presses: ["Veckokoder"] },
      {
        name: "weekly-codes-new",
        path: "/system-admin/controllers",
        presses: ["Veckokoder", "Generera nya", "Automatiskt"],
      },
      { name: "controller-delete", path: "/system-admin/controllers", presses: ["Ta bort"] },
      { name: "end-users", path: "/system-admin/end-users" },
      { name: "end-user-new", path: "/system-admin/end-users", presses: ["Lägg till användare"] },
      { name: "end-users-import", path: "/system-admin/end-users/import" },
      { name: "groups", path: "/system-admin/groups" },
      { name: "schedules", path: "/system-admin/schedules" },
      { name: "schedule-new", path: "/system-admin/schedules", presses: ["Lägg till schema"] },
      { name: "schedule-edit", path: "/system-admin/schedules", presses: [/^Redigera Tvättstuga/], demo: true },
      { name: "calendar-new", path: "/system-admin/schedules", presses: ["Lägg till kalender"] },
      { name: "access-logs", path: "/system-admin/access-logs" },
      { name: "gate-why", path: "/system-admin/access-logs?log=gates&status=denied", presses: [/^Nekad$/], demo: true },
      { name: "door-log", path: "/system-admin/access-logs?log=doors" },
      { name: "gate-log", path: "/system-admin/access-logs?log=gates" },
      { name: "door-why", path: "/system-admin/access-logs?log=doors", presses: [/^Nekad$/], demo: true },
      { name: "who", path: "/system-admin/who" },
      { name: "doors", path: "/system-admin/doors" },
      { name: "door-open", path: "/system-admin/doors", presses: [/^Öppna (?!menyn)/], demo: true },
      { name: "door-hold", path: "/system-admin/doors", presses: [/^Håll olåst/], demo: true },
      {
        name: "door-held",
        path: "/system-admin/doors",
        presses: [/^Håll olåst/, "Hantverkare", "Håll olåst"],
        undoes: [/^Lås /],
        inPage: true,
        demo: true,
      },
      { name: "door-forced", path: "/system-admin/doors", replies: FORCED_DOOR, demo: true },
      { name: "plates", path: "/system-admin/plates" },
      { name: "plate-choose", path: "/system-admin/plates", presses: [/^Välj fordon/], demo: true },
      { name: "admins", path: "/system-admin/admins" },
      { name: "admin-new", path: "/system-admin/admins", presses: ["Lägg till administratör"] },
      { name: "sync", path: "/system-admin/sync" },
      { name: "events", path: "/system-admin/events" },
      { name: "operations", path: "/system-admin/operations" },
      { name: "alert-settings", path: "/system-admin/operations", presses: ["Larminställningar"] },
      { name: "alert-webhooks", path: "/system-admin/operations", presses: ["Webhookar"] },
      { name: "account", path: "/system-admin/account" },
      { name: "account-password", path: "/system-admin/account", presses: ["Byt lösenord"] },
      { name: "account-app", path: "/system-admin/account", presses: ["Lägg till app"] },
      {
        name: "account-recovery-codes",
        path: "/system-admin/account",
        presses: ["Skapa koder"],
        replies: SECOND_FACTOR_WITHOUT_CODES,
        demo: true,
      },
      { name: "admins-second-factor", path: "/system-admin/admins", presses: ["Krav på tvåstegsverifiering"] },
      { name: "not-found", path: "/system-admin/no-such-page" },
    ],
  },
  {
    name: "org",
    signIn: { email: "nord@demo.example", password: "demo-nord-2026" },
    shots: [
      { name: "overview", path: "/org-admin" },
      { name: "overview-first-steps", path: "/org-admin", replies: NEW_ORGANIZATION, demo: true },
      { name: "end-users", path: "/org-admin/end-users" },
      { name: "end-user-new", path: "/org-admin/end-users", presses: ["Lägg till användare"] },
      {
        name: "end-user-new-pin",
        path: "/org-admin/end-users",
        presses: ["Lägg till användare", "Lägg till PIN-kod", "Lägg till fordon"],
      },
      { name: "end-user-edit", path: "/org-admin/end-users", presses: ["Redigera"] },
      { name: "end-user-delete", path: "/org-admin/end-users", presses: ["Ta bort"] },
      {
        name: "end-user-new-errors",
        path: "/org-admin/end-users",
        presses: ["Lägg till användare", "Lägg till PIN-kod", "Lägg till fordon", "Spara"],
        demo: true,
      },
      {
        name: "end-user-data",
        path: "/org-admin/end-users",
        presses: ["Redigera", "Personuppgifter", "Visa uppgifter"],
        inPage: true,
        demo: true,
      },
      { name: "end-users-chosen", path: "/org-admin/end-users", presses: [/^Välj (?!alla)/], inPage: true, demo: true },
      {
        name: "end-users-chosen-delete",
        path: "/org-admin/end-users",
        presses: [/^Välj (?!alla)/, /^Ta bort$/],
        inPage: true,
        demo: true,
      },
      { name: "pin-shown", path: "/org-admin/end-users", presses: [/^Visa PIN-kod/], inPage: true, demo: true },
      {
        name: "pin-handed-over",
        path: "/org-admin/end-users",
        presses: [/^Visa PIN-kod/, /^Lämna över koden/],
        inPage: true,
        demo: true,
      },
      { name: "access-logs", path: "/org-admin/access-logs" },
      { name: "door-log", path: "/org-admin/access-logs?log=doors" },
      { name: "door-why", path: "/org-admin/access-logs?log=doors", presses: [/^Nekad$/], demo: true },
      { name: "who", path: "/org-admin/who" },
      { name: "doors", path: "/org-admin/doors" },
      { name: "door-hold", path: "/org-admin/doors", presses: [/^Håll olåst/], demo: true },
      { name: "plates", path: "/org-admin/plates" },
      { name: "permissions", path: "/org-admin/permissions" },
      { name: "import", path: "/org-admin/import" },
      { name: "end-users-import", path: "/org-admin/end-users/import" },
      { name: "groups", path: "/org-admin/groups" },
      { name: "schedules", path: "/org-admin/schedules" },
      { name: "schedule-new", path: "/org-admin/schedules", presses: ["Lägg till schema"] },
      { name: "import-dialog", path: "/org-admin/import", presses: ["Importera fordon"] },
      { name: "sync", path: "/org-admin/sync" },
      { name: "events", path: "/org-admin/events" },
      { name: "account", path: "/org-admin/account" },
    ],
  },
];

export interface Look {
  name: string;
  width: number;
  height: number;
  theme: "light" | "dark";
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 780 },
] as const;

export const LOOKS: readonly Look[] = SIZES.flatMap((size) =>
  (["light", "dark"] as const).map((theme) => ({ ...size, theme, name: `${size.width}-${theme}` })),
);

/** Pictures of README.md, in one theme. */
export const DOCUMENT_SHOTS = {
  account: "system",
  look: "1440-light",
  files: { overview: "overview.png", "door-why": "why.png" },
} as const;

/** Returns paths of web/app/router.tsx without a screenshot. */
export function pathsWithoutShot(router: string): string[] {
  const areas = { root: "", system: "/system-admin", org: "/org-admin" };
  const visited = new Set(ACCOUNTS.flatMap(({ shots }) => shots.map(({ path }) => path)));
  const routes = /getParentRoute: (?:\(\) => )?(root|system|org),\s*path: "([^"]+)"/g;
  return (
    [...router.matchAll(routes)]
      .map(([, parent, path = ""]) => {
        const area = parent === "system" || parent === "org" ? areas[parent] : areas.root;
        return (area + path).replace(/(.)\/$/, "$1");
      })
      // A path with a parameter is one row's page, whose id no plan knows.
      .filter((path) => path !== "/" && !path.includes("$") && !visited.has(path))
  );
}
