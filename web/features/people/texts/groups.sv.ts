import { PIN_ATTEMPTS } from "#contract/limits.ts";
import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const groupsTexts = texts("groups", {
  title: "Grupper",
  subtitle: "Dörrar, grindar och personer som hör ihop. Ändra gruppen, så följer alla i den med.",
  add: "Lägg till grupp",
  editTitle: "Redigera grupp",
  membersTitle: (group: string) => `Personer i ${group}`,
  loadFailed: "Grupperna kunde inte hämtas.",
  emptyTitle: "Inga grupper ännu",
  emptyHelp: "En grupp ger samma dörrar och grindar till alla som är med i den.",

  places: "Dörrar och grindar",
  people: "Personer",
  noPlaces: "Inga dörrar eller grindar",
  without: (name: string) => `${name} är inte längre tilldelad organisationen`,
  more: (count: string) => `+ ${count}`,

  name: "Namn",
  starts: "Förslag",
  startNames: { residents: "Boende", board: "Styrelse", cleaners: "Städ" },
  saved: "Gruppen är sparad",
  removed: "Gruppen är borttagen",

  installation: "Anläggningen",
  ofInstallation: "Anläggningens grupp",
  installationHelp:
    "Gruppen finns hos varje organisation som är tilldelad någon av dörrarna eller grindarna. Organisationen ser och får bara sina egna, och väljer själv vilka personer som är med.",
  withoutAll: (name: string) => `${name} är inte tilldelad någon organisation`,
  removeFromAll: (group: string) => `${group} tas bort hos alla organisationer. Det som personerna har själva är kvar.`,

  givenToNew: "Ges till nya användare",
  giveToNew: "Ge till nya användare",
  giveNoMore: "Ge inte till nya användare",
  nowGiven: (group: string) => `${group} väljs i förväg för nya användare`,
  noMoreGiven: (group: string) => `${group} väljs inte längre i förväg`,
  removeDefault: "Den ges till nya användare. Efter det väljs ingen grupp i förväg för dem.",
  joinNone: "Ingen grupp",

  hours: "Tider",
  hoursHelp:
    "När gruppen har dörren eller grinden. Dörrens egna öppettider gäller också, och vägen ut är alltid öppen. En styrenhet som inte kan hålla tiderna släpper inte in någon med dem, och det står under Synkstatus.",
  always: "Alltid",
  noHoursAt: (controller: string) =>
    `${controller} höll inte tiderna när portalen senast skrev dem. Tills det är rättat kommer ingen in med dem vid dess dörrar. Vägen ut är öppen. Välj Alltid, eller be den som sköter styrenheten att rätta den.`,
  notOnList: (gate: string) =>
    `${gate} har en egen lista utan klockslag. Fordon som bara har grinden vissa tider står inte på den, så den öppnar inte för dem när portalen är borta.`,
  placeHours: (place: string, schedule: string) => `${place}: ${schedule}`,

  wait: (people: string, isOne: boolean) =>
    isOne
      ? `${people} persons PIN-kod prövas först mot andras koder vid en styrenhet som delas med andra. Den öppnar när den har prövats.`
      : `${people} personers PIN-koder prövas först mot andras koder vid en styrenhet som delas med andra, högst ${PIN_ATTEMPTS.members.hour} i timmen och ${PIN_ATTEMPTS.members.day} om dygnet. De öppnar allt eftersom de har prövats.`,
  waiting: (people: string) => `${people} väntar på prövning`,
  withoutCount: (codes: string) => `${codes} utan effekt`,
  withoutEffect:
    "PIN-koden ger inget vid en av gruppens dörrar. Antingen tar läsaren inte en kod av den längden, eller så har någon annan koden där. Ge personen en annan kod.",
  personAt: (person: string, door: string) => `${person}: ${door}`,
  unknownPlace: "en plats som inte längre visas",
  removeTitle: "Ta bort grupp",
  removeQuestion: (group: string) => `${group} tas bort. Det som personerna har själva är kvar.`,

  manage: (group: string) => `Hantera personer i ${group}`,
  search: "Sök person att lägga till",
  noMatch: "Ingen annan person matchar sökningen.",
  from: "Från och med",
  until: "Till och med",
  datesHint: "Gäller dem som läggs till. Tomt: tills vidare.",
  addPerson: "Lägg till",
  addNamed: (name: string) => `Lägg till ${name}`,
  datesOf: (name: string) => `Ändra datum för ${name}`,
  datesChanged: (name: string) => `Datumen för ${name} är ändrade`,
  removeNamed: (name: string) => `Ta bort ${name} ur gruppen`,
  noMembers: "Ingen är med i gruppen ännu.",
  membersFailed: "Personerna kunde inte hämtas.",
  alwaysMember: "tills vidare",
  memberFrom: (day: string) => `från ${day}`,
  memberUntil: (day: string) => `till ${day}`,
  memberWindow: (from: string, until: string) => `${from} – ${until}`,
  memberAdded: (name: string) => `${name} är med i gruppen`,
  memberRemoved: (name: string) => `${name} är inte längre med i gruppen`,
  showMore: "Visa fler",

  choose: "Grupper",
  chosen: (count: number) => (count === 1 ? "1 grupp vald" : `${formatNumber(count)} grupper valda`),
  chooseSearch: "Sök grupp",
  putIn: "Lägg i grupp",
  putInTitle: (people: string, isOne: boolean) =>
    isOne ? `Lägg ${people} person i grupp` : `Lägg ${people} personer i grupp`,
  group: "Grupp",
  chooseGroup: "Välj grupp",
  noGroups: "Organisationen har inga grupper ännu.",
  put: (group: string) => `Personerna är med i ${group}`,
});
