import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const controllerOrganizationsTexts = texts("controllerOrganizations", {
  search: "Sök organisation",
  loadFailed: "Organisationerna kunde inte hämtas.",
  none: "Inga organisationer hittades",
  noneHelp: "Lägg till en organisation, så kan den få styrenheten.",
  toOrganizations: "Till organisationerna",
  noMatch: "Ingen organisation matchar sökningen.",
  assigned: "Tilldelad",
  assign: "Tilldela",
  assignTo: (organization: string) => `Tilldela ${organization}`,
  done: "Styrenhet tilldelad",
  chooseDoors: "Välj dörrar",
  chooseDoorsFor: (organization: string) => `Välj dörrar för ${organization}`,
  more: (count: number) =>
    count === 1
      ? "1 organisation till. Sök för att hitta den."
      : `${formatNumber(count)} organisationer till. Sök för att hitta dem.`,
});
