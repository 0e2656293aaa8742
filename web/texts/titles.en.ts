import type { titles as swedish } from "./titles.sv.ts";

export const titles: typeof swedish = {
  organizations: { title: "Organisations", subtitle: "Manage all organisations in the system" },
  controllers: { title: "Controllers", subtitle: "Axis doors and LPR gates that the portal controls" },
  allEndUsers: { title: "All end users", subtitle: "People in all organisations with a PIN or a vehicle" },
  accessLogs: { title: "Access logs", subtitle: "Passages in the last 24 hours, newest first" },
  admins: { title: "Administrators", subtitle: "People who manage the whole system" },
  endUsers: { title: "Users", subtitle: "People with a PIN or a vehicle" },
  permissions: { title: "Permissions", subtitle: "Doors and gates that the organisation may use" },
  import: { title: "Import", subtitle: "Add many vehicles from a CSV file" },
  sync: { title: "Sync status", subtitle: "What is in the portal but not yet confirmed on the doors" },
  events: { title: "Event log", subtitle: "Who did what, and when" },
  account: { title: "My account", subtitle: "Password, sign-in and appearance" },
};
