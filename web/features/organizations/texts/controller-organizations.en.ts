import { formatNumber } from "#web/texts/counted.ts";
import type { controllerOrganizationsTexts } from "./controller-organizations.sv.ts";

export const controllerOrganizations: typeof controllerOrganizationsTexts = {
  search: "Search organisation",
  loadFailed: "The organisations could not be fetched.",
  none: "No organisations found",
  noneHelp: "Add an organisation, so that it can have the controller.",
  toOrganizations: "To the organisations",
  noMatch: "No organisation matches the search.",
  assigned: "Assigned",
  assign: "Assign",
  assignTo: (organization) => `Assign ${organization}`,
  done: "Controller assigned",
  chooseDoors: "Choose doors",
  chooseDoorsFor: (organization) => `Choose doors for ${organization}`,
  more: (count) =>
    count === 1
      ? "1 more organisation. Search to find it."
      : `${formatNumber(count)} more organisations. Search to find them.`,
};
