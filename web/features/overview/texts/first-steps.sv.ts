import { counted, formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

/** Words for a number of steps. */
const clear = (done: number) => (done === 1 ? "klart" : "klara");

export const firstStepsTexts = texts("firstSteps", {
  title: "Kom igång",
  subtitle: "Stegen bockas av automatiskt.",
  doneOf: (done: number, total: number) => `${formatNumber(done)} av ${formatNumber(total)} ${clear(done)}`,
  isDone: "klart",
  ticked: (step: string, done: number, total: number) =>
    `Klart: ${step}. ${formatNumber(done)} av ${formatNumber(total)} ${clear(done)}.`,
  hide: "Dölj stegen",
  hideHelp: "Alla steg utom det sista är klara.",

  and: "och",

  organization: "Lägg till organisation",
  organizationHelp: "Föreningen eller verksamheten som ska använda dörrarna.",
  organizationDone: (name: string, when: string) => `${name} · ${when}`,
  organizationsDone: (name: string, more: number) => `${name} och ${formatNumber(more)} till`,

  controller: "Lägg till styrenhet",
  controllerHelp: "Enheten som styr dörrarna eller grinden: adress och inloggning.",
  controllerSilent: (name: string) => `${name} har ännu inte svarat. Kontrollera adress och inloggning.`,
  showController: "Visa styrenheten",
  controllerDone: (name: string, when: string, doors: number) =>
    `${name} svarade ${when} · ${counted(doors, "dörr hittad", "dörrar hittade")}`,
  gateDone: (name: string) => `Grinden ${name}`,

  doors: "Namnge och tilldela dörrarna",
  doorsHelp: (doors: number, organization: string | null) => {
    const names =
      doors === 1
        ? "Ge dörren ett namn som folk känner igen"
        : `Ge de ${formatNumber(doors)} dörrarna namn som folk känner igen`;
    return `${names}, och tilldela ${doors === 1 ? "den" : "dem"} ${organization ?? "en organisation"}.`;
  },
  nameHelp: (unnamed: number) =>
    unnamed === 1
      ? "En dörr har bara enhetens eget namn. Ge den ett som folk känner igen."
      : `${formatNumber(unnamed)} dörrar har bara enhetens egna namn. Ge dem sådana som folk känner igen.`,
  assignHelp: (organization: string | null) =>
    `Välj vilka dörrar och grindar ${organization ?? "varje organisation"} har.`,
  doorsLater: "Dörrarna hämtas när styrenheten har svarat.",
  nameDoors: "Namnge dörrar",
  assignDoors: "Tilldela dörrar",
  assignGate: "Tilldela grinden",
  doorsDone: (doors: number, gates: number) =>
    [doors > 0 && counted(doors, "dörr", "dörrar"), gates > 0 && counted(gates, "grind", "grindar")]
      .filter(Boolean)
      .join(" och "),
  given: (what: string) => `Tilldelat: ${what}`,
  unnamedLeft: (count: number) => `${counted(count, "dörr", "dörrar")} utan eget namn`,

  ownDoors: "Få dörrar tilldelade",
  ownDoorsHelp: "En systemadministratör tilldelar organisationen dörrar eller grindar. Här behöver ingenting göras.",

  person: "Lägg till första användaren",
  personHelp: "Med en PIN-kod till minst en av dörrarna.",
  personHelpGate: "Med ett fordon till grinden.",
  personHelpBoth: "Med en PIN-kod till en dörr, eller ett fordon till en grind.",
  addPerson: "Lägg till användare",
  personDone: (name: string, when: string) => `${name} · ${when}`,

  try: "Prova vid dörren",
  tryDoor: "Slå koden vid dörren. Steget bockas av när dörren har öppnats.",
  tryUnheard: "Slå koden vid dörren. Styrenhetens logg går inte att läsa, så portalen ser inte när dörren öppnas.",
  tryAny: "Slå koden vid dörren, eller kör fram till grinden. Steget bockas av när någon av dem har öppnats.",
  tryGate: "Kör fram till grinden. Steget bockas av när grinden har öppnats.",
  showHow: "Visa hur",
  tryDone: (when: string) => `Öppnades ${when}`,

  howTitle: "Prova vid dörren",
  howFor: (name: string) => `Med behörigheten för ${name}`,
  howReveal: "Öppna användaren och visa PIN-koden med ögat.",
  howWait: "Vänta tills PIN-koden är synkad. Innan dess har dörren den inte.",
  howType: "Slå koden på knappsatsen vid dörren, och avsluta som läsaren ber om.",
  howDrive: "Kör fram till grinden med fordonet, så att kameran läser skylten.",
  howTick: "När dörren eller grinden har öppnats bockas steget av på översikten, utan att sidan laddas om.",
  howNoTick:
    "Styrenhetens logg går inte att läsa, så portalen ser inte när dörren öppnas. Dölj stegen när koden fungerar.",
  showPerson: "Visa användaren",

  missing: {
    organization: "Det finns ännu ingen organisation. Lägg till den först.",
    controller: "Det finns ännu ingen styrenhet, så det finns inga dörrar att namnge. Lägg till den först.",
    doors: "Ännu är ingen dörr eller grind tilldelad. Tilldela den först.",
    person: "Ännu har ingen användare tillgång till en dörr eller grind. Lägg till den första först.",
    try: "",
  },

  units: "Styrenheter",
  noUnits: "Inga styrenheter ännu",
  noUnitsHelp: "Dörrarna visas här när den första styrenheten har svarat.",
  answersNothing: "Svarar. Inga koder att skriva ännu.",
  answers: "Svarar.",
  silent: "Svarar inte.",
  untested: "Ännu inte kontaktad.",
  gateUntested: "Har ännu inte öppnats.",
  switchedOff: "Inaktiverad.",
  unnamed: "Utan namn",
  moreDoors: (count: number) => `${counted(count, "dörr", "dörrar")} till`,
});
