import type { refusalLeadTexts } from "./refusal-leads.sv.ts";

export const refusalLeads: typeof refusalLeadTexts = {
  removeController: (name) => `Remove ${name}`,
  toSync: "Open Sync status",
  toAccount: "Open My account",
  addSystemAdmin: "Add system administrator",
  toWeeklyCodes: "Open Weekly codes",
  toEndUsers: "Open End users",
  addEndUser: "Add user",
  toPerson: "Open the user",
  toGate: "Open the gate",
  toControllers: "Open Controllers",
  toOperations: "Open Operations",
};
