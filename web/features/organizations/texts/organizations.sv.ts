import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const organizationsTexts = texts("organizations", {
  add: "Lägg till organisation",
  emptyTitle: "Inga organisationer hittades",
  emptyHelp: "Lägg till den första organisationen, så kan den få styrenheter och administratörer.",
  emptyFilteredHelp: "Ingen organisation matchar sökningen.",
  search: "Sök organisation",
  count: (total: string, isOne: boolean) => (isOne ? `${total} organisation` : `${total} organisationer`),
  loadFailed: "Organisationerna kunde inte hämtas",
  administrators: "Administratörer",
  controllers: "Styrenheter",
  manageAdmins: "Hantera admins",
  manageAdminsOf: (name: string) => `Hantera admins för ${name}`,
  manageControllers: "Hantera styrenheter",
  manageControllersOf: (name: string) => `Hantera styrenheter för ${name}`,

  createTitle: "Lägg till organisation",
  editTitle: "Redigera organisation",
  name: "Namn",
  description: "Beskrivning",
  created: "Organisation skapad",
  updated: "Organisation uppdaterad",
  deleted: "Organisation borttagen",

  deleteTitle: "Ta bort organisation",
  deleteQuestion: "Är du säker på att du vill ta bort denna organisation? Denna åtgärd kan inte ångras.",
  deleteConsequence: (name: string) => `${name} tas bort. Passagerna i loggen blir kvar.`,
  blockedTitle: "Kan inte ta bort organisation",
  blocked: (things: string) => `Organisationen har kopplade ${things}. Ta bort dessa först.`,
  linkedEndUsers: "slutanvändare",
  linkedControllers: "styrenheter",
  linkedAdmins: "administratörer",
  blockedByRemoval: "Någon väntar fortfarande på borttagning från en styrenhet.",
  showEndUsers: "Visa slutanvändare",
  showControllers: "Visa styrenheter",
  showAdmins: "Visa administratörer",
  showSync: "Visa synkstatus",
  registerElsewhere: "Registrera styrenheterna hos en annan",
  registerTitle: "Registrera hos en annan organisation",
  registerQuestion: (controllers: string, isOne: boolean, from: string, to: string) =>
    isOne
      ? `1 styrenhet är registrerad hos ${from}. Den registreras hos ${to} i stället.`
      : `${controllers} styrenheter är registrerade hos ${from}. De registreras hos ${to} i stället.`,
  registerConsequence: "Registreringen ger ingen tillgång, så ingen får eller förlorar någon.",
  registerConfirm: "Registrera",
  registered: (organization: string) => `Registrerade hos ${organization}`,
  deleteFailed: "Kunde inte ta bort organisationen. Kontakta support om problemet kvarstår.",

  accessTitle: (organization: string) => `Styrenheter för ${organization}`,
  accessSubtitle: "Välj vilka enheter och dörrar organisationen får använda",
  accessSearch: "Sök styrenhet eller dörr",
  accessLoadFailed: "Styrenheterna kunde inte hämtas.",
  axisGroup: "AXIS ENHETER",
  axxonGroup: "AXXON LPR ENHETER",
  gateGroup: "ÖVRIGA GRINDAR",
  assignedOf: (assigned: number, all: number) =>
    `${formatNumber(assigned)} av ${formatNumber(all)} ${assigned === 1 ? "tilldelad" : "tilldelade"}`,
  noControllers: "Inga styrenheter tillgängliga",
  addController: "Lägg till styrenhet",
  noControllersHelp: "Lägg till en styrenhet först, så kan organisationen få tillgång till den.",
  noMatch: "Ingen styrenhet eller dörr matchar sökningen.",
  controllerSwitch: (controller: string, organization: string) => `${controller} tilldelad ${organization}`,
  doorSwitch: (door: string, organization: string) => `${door} tilldelad ${organization}`,
  doors: (count: number) => `Dörrar (${formatNumber(count)})`,
  noDoors: "Styrenheten har inga aktiverade dörrar.",
  allOffered: (count: number) => (count === 1 ? "dörren erbjuds" : `alla ${formatNumber(count)} erbjuds`),
  allOfferedHelp: "Ingen dörr är vald, så alla erbjuds. Välj en dörr för att bara erbjuda den.",
  technical: (name: string) => `Tekniskt: ${name}`,
  savedAtOnce: "Sparas direkt.",
  controllerAssigned: "Styrenhet tilldelad",
  controllerRemoved: "Styrenhet borttagen",
  doorAssigned: "Dörr tilldelad",
  doorRemoved: "Dörr borttagen",
  accessWaitsTitle: "Väntar på borttagning",
  pinsWait: (count: string, controller: string) =>
    count === "1"
      ? `1 PIN-kod tas bort på ${controller} så snart den svarar; till dess öppnar den där.`
      : `${count} PIN-koder tas bort på ${controller} så snart den svarar; till dess öppnar de där.`,
  platesWait: (count: string, controller: string) =>
    count === "1"
      ? `1 registreringsnummer tas bort från listan på ${controller} så snart den svarar; till dess öppnar det där.`
      : `${count} registreringsnummer tas bort från listan på ${controller} så snart den svarar; till dess öppnar de där.`,
  accessGoneTitle: "Tillgången är borttagen",
  accessGone: (controller: string, when: string) => `${controller} bekräftade det ${when}.`,

  removeControllerTitle: (controller: string) => `Ta bort ${controller}`,
  removeController: (controller: string, organization: string) =>
    `${organization} får inte längre använda ${controller} och dess dörrar.`,
  removeGate: (controller: string, organization: string) => `${organization} får inte längre använda ${controller}.`,
  removeDoorTitle: (door: string) => `Ta bort ${door}`,
  removeDoor: (door: string, organization: string) => `${organization} får inte längre använda ${door}.`,
  lastDoor: (controller: string, count: number) =>
    `Det är den sista valda dörren. Utan vald dörr erbjuds alla ${formatNumber(count)} dörrar på ${controller}.`,
  lastDoorOnly: (controller: string) =>
    `Det är den sista valda dörren. Utan vald dörr erbjuds den ändå på ${controller}.`,
  firstDoorTitle: (door: string) => `Erbjud bara ${door}`,
  firstDoor: (controller: string, organization: string) =>
    `Nu erbjuds ${organization} alla dörrar på ${controller}. Med en vald dörr erbjuds bara den.`,
  firstDoorConfirm: "Erbjud bara den",
  peopleLose: (people: string, isOne: boolean) =>
    isOne ? "1 person förlorar tillgång, även på enheten." : `${people} personer förlorar tillgång, även på enheten.`,
  peopleLoseHere: (people: string, isOne: boolean) =>
    isOne ? "1 person förlorar tillgång i portalen." : `${people} personer förlorar tillgång i portalen.`,
  lossWillWait: (controller: string) =>
    `Tillgången tas bort i portalen nu, men koderna öppnar på ${controller} tills borttagningen är bekräftad där.`,
  peopleLoseGate: (people: string, isOne: boolean) =>
    isOne ? "1 person kommer inte längre in." : `${people} personer kommer inte längre in.`,
  nobodyLoses: "Ingen förlorar tillgång.",
});
