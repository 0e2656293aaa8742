import type { Role } from "#contract/roles.ts";

export const EVENT = "event";

const LOGS: Readonly<Record<Role, string>> = {
  system_admin: "/system-admin/access-logs?log=all&",
  org_admin: "/org-admin/access-logs?",
};

/** The log of doors and gates with the explanation of one event open. */
export const passageAddress = (role: Role, id: string): string => `${LOGS[role]}${EVENT}=${id}`;
