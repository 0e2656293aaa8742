// What `npm run screenshots` captures; a new page or dialog is one more line.
import { SYSTEM_ADMIN } from "../seed/demo-plan.ts";

/** Part of a name, or a pattern: a button, a box, or an item of the first row's menu. */
export type Press = string | RegExp;

export interface Shot {
  name: string;
  path: string;
  /** Pressed in order before the screenshot. */
  presses?: readonly Press[];
  /** The presses open no dialog. */
  inPage?: boolean;
}

export interface Account {
  name: string;
  signIn: { email: string; password: string } | null;
  shots: readonly Shot[];
}

export const ACCOUNTS: readonly Account[] = [
  {
    name: "nobody",
    signIn: null,
    shots: [
      { name: "sign-in", path: "/auth" },
      { name: "forgotten-password", path: "/auth", presses: ["Glömt lösenord"], inPage: true },
    ],
  },
  {
    name: "system",
    signIn: SYSTEM_ADMIN,
    shots: [
      { name: "overview", path: "/system-admin" },
      { name: "palette", path: "/system-admin", presses: [/^Sök/] },
      { name: "organizations", path: "/system-admin/organizations" },
      { name: "organization-new", path: "/system-admin/organizations", presses: ["Lägg till organisation"] },
      // Refused with a message: it has people.
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
      { name: "controller-edit", path: "/system-admin/controllers", presses: ["Redigera"] },
      { name: "controller-doors", path: "/system-admin/controllers", presses: ["Hantera åtkomstpunkter"] },
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
      { name: "access-logs", path: "/system-admin/access-logs" },
      { name: "door-log", path: "/system-admin/access-logs?log=doors" },
      { name: "doors", path: "/system-admin/doors" },
      { name: "plates", path: "/system-admin/plates" },
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
      { name: "admins-second-factor", path: "/system-admin/admins", presses: ["Krav på tvåstegsverifiering"] },
      { name: "not-found", path: "/system-admin/no-such-page" },
    ],
  },
  {
    name: "org",
    signIn: { email: "nord@demo.example", password: "demo-nord-2026" },
    shots: [
      { name: "overview", path: "/org-admin" },
      { name: "end-users", path: "/org-admin/end-users" },
      { name: "end-user-new", path: "/org-admin/end-users", presses: ["Lägg till användare"] },
      {
        name: "end-user-new-pin",
        path: "/org-admin/end-users",
        presses: ["Lägg till användare", "Lägg till PIN-kod", "Lägg till fordon"],
      },
      { name: "end-user-edit", path: "/org-admin/end-users", presses: ["Redigera"] },
      { name: "end-user-delete", path: "/org-admin/end-users", presses: ["Ta bort"] },
      { name: "access-logs", path: "/org-admin/access-logs" },
      { name: "door-log", path: "/org-admin/access-logs?log=doors" },
      { name: "doors", path: "/org-admin/doors" },
      { name: "plates", path: "/org-admin/plates" },
      { name: "permissions", path: "/org-admin/permissions" },
      { name: "import", path: "/org-admin/import" },
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

export const DOCUMENT_SHOT = { account: "system", shot: "controllers", look: "1440-light", file: "controllers.png" };

/** Paths of web/app/router.tsx without a screenshot. */
export function pathsWithoutShot(router: string): string[] {
  const areas = { root: "", system: "/system-admin", org: "/org-admin" };
  const visited = new Set(ACCOUNTS.flatMap(({ shots }) => shots.map(({ path }) => path)));
  const routes = /getParentRoute: (?:\(\) => )?(root|system|org),\s*path: "([^"]+)"/g;
  return [...router.matchAll(routes)]
    .map(([, parent, path = ""]) => {
      const area = parent === "system" || parent === "org" ? areas[parent] : areas.root;
      return (area + path).replace(/(.)\/$/, "$1");
    })
    // A path with a parameter is one row's page, whose id no plan knows.
    .filter((path) => path !== "/" && path !== "/kit" && !path.includes("$") && !visited.has(path));
}
