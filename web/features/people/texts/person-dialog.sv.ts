import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const personDialogTexts = texts("personDialog", {
  firstName: "Förnamn",
  lastName: "Efternamn",
  chooseOrganization: "Välj organisation",
  chooseOrganizationHint: "Välj en organisation för att fortsätta",
  organizationLocked: "Organisation kan inte ändras vid redigering",
  parts: "Delar",
  namePart: "Person",
  accessPart: "Tillgång",
  morePart: "Övrigt",
  moreFields: "Fler uppgifter",
  enablePin: "Lägg till PIN-kod behörighet",
  enableVehicle: "Lägg till fordon",
  /** Headings for the person's existing credentials. */
  storedPin: "PIN-kod",
  storedVehicle: "Fordon",
  pinField: "PIN-kod",
  pinDigits: "4–6 siffror",
  pinLongest: "6 siffror, det längsta en PIN-kod kan vara.",
  pinLength: (digits: number, doors: readonly string[], count: number) =>
    doors.length === 0
      ? `${formatNumber(digits)} siffror, det längsta som läsarna vid alla dörrarna tar.`
      : `Bara ${formatNumber(digits)} siffror, för läsaren vid ${doors.join(" och ")}${count > doors.length ? " med flera" : ""} tar inte fler.`,
  pinHintNew: "Lämna tomt, så skapar portalen en kod",
  pinHintEdit: "Lämna tomt för att behålla koden",
  pinFreeOnChosen: "Ledig på alla valda dörrar",
  pinFree: "Ledig på alla dörrar",
  validity: "Giltighet",
  chooseValidity: "Välj giltighet",
  window: (from: string, to: string) => `${from} – ${to}`,
  windowEnded: (to: string) => `Gick ut ${to}`,
  endDate: "Slutdatum",
  windowUntil: (from: string, to: string) => `${from} – ${to}, hela dagen`,
  renew: "Förläng från i dag",
  keepDates: "Behåll datumen",
  doorsLabel: "Dörrar",
  gatesLabel: "Grindar",
  doorSearch: "Sök dörr eller styrenhet",
  gateSearch: "Sök grind",
  noDoors: "Inga dörrar är tilldelade organisationen",
  noGates: "Inga grindar är tilldelade organisationen",
  chooseOrganizationFirst: "Välj en organisation först",
  noOrganizations: "Det finns ännu ingen organisation, och en användare hör alltid till en.",
  addOrganization: "Lägg till organisation",
  nothingAssigned: "Organisationen har inga dörrar eller grindar, så en användare kan ännu inte sparas.",
  assignFirst: "Tilldela dörrar",
  systemAdminAssigns: "En systemadministratör tilldelar dem.",
  accessFailed: "Dörrar och grindar kunde inte hämtas. Det du skrivit är kvar.",
  writtenLater: "Skrivs när styrenheten svarar.",
  controllerPaused: "Pausad",
  keptDoors: (count: number) =>
    count === 1
      ? "1 dörr till är avstängd eller inte längre tilldelad och ändras inte."
      : `${formatNumber(count)} dörrar till är avstängda eller inte längre tilldelade och ändras inte.`,
  keptGates: (count: number) =>
    count === 1
      ? "1 grind till är inte längre tilldelad och ändras inte."
      : `${formatNumber(count)} grindar till är inte längre tilldelade och ändras inte.`,
  plate: "Registreringsnummer",
  vehicleType: "Fordonstyp",
  usualVehicleType: "Personbil",
  vehicleTypeHint: "Personbil, Lastbil",
  pinGoes: (doors: number) =>
    doors === 0
      ? "PIN-koden tas bort när du sparar."
      : `PIN-koden tas bort på ${doors === 1 ? "1 dörr" : `${formatNumber(doors)} dörrar`} när du sparar.`,
  vehicleGoes: (plate: string, gates: number) =>
    gates === 0
      ? `Fordonet ${plate} tas bort när du sparar.`
      : `Fordonet ${plate} tas bort vid ${gates === 1 ? "1 grind" : `${formatNumber(gates)} grindar`} när du sparar.`,
  /** Why "Spara" waits. */
  readingAccess: "Hämtar dörrar, grindar och grupper...",
  writing: (controllers: number) =>
    controllers === 1 ? "Skriver till 1 styrenhet..." : `Skriver till ${formatNumber(controllers)} styrenheter...`,

  changedByOther: "Någon annan har ändrat användaren sedan du öppnade formuläret.",
  changedBy: (who: string, time: string) => `Ändrad av ${who} kl. ${time}.`,
  changedFields: (fields: string) => `Ändrat: ${fields}.`,
  reload: "Ladda om",
  keepMine: "Behåll mina",

  made: "Användare skapades",
  updated: "Användare uppdaterades",
  deleted: "Användare raderades",
  waitsFor: (controllers: string) =>
    `${controllers} har ännu inte svarat. Ändringen är sparad och skrivs när svar kommer.`,
  removalWaits: (what: string, it: string, controllers: string, many: boolean) =>
    `${what} tas bort på ${controllers} så snart ${many ? "de" : "den"} svarar; till dess öppnar ${it} där.`,
  changeWaits: (what: string, controllers: string, many: boolean) =>
    `Ändringen skrivs på ${controllers} så snart ${many ? "de" : "den"} svarar; till dess gäller ${what} där.`,
  createFailed: (message: string) => `Failed to create user: ${message}`,
  updateFailed: (message: string) => `Failed to update user: ${message}`,
  unknownError: "Unknown error",

  madePinTitle: "PIN-koden är skapad",
  madePinFor: (name: string) => `Lämna koden till ${name}. Ögat i listan visar den igen.`,
  madePin: "PIN-kod",

  deleteTitle: "Ta bort användare",
  deleteQuestion: "Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.",
  deletesPin: (doors: number) => `PIN-koden tas bort på ${doors === 1 ? "1 dörr" : `${formatNumber(doors)} dörrar`}.`,
  deletesPlate: (plate: string, gates: number) =>
    `${plate} slutar gälla vid ${gates === 1 ? "1 grind" : `${formatNumber(gates)} grindar`}.`,
  isHeldUp: (controller: string, why: string) => `${controller} ${why}.`,
  behind: "har inte svarat på den senaste ändringen",
  deleteWillWait: (controllers: string) =>
    `PIN-koden tas bort i portalen nu, men öppnar på ${controllers} tills borttagningen är bekräftad där.`,
  deletesWillWait: (controllers: string) =>
    `PIN-koderna på ${controllers} tas bort i portalen nu, men öppnar där tills borttagningen är bekräftad.`,
  offWillWait: (isOne: boolean, controllers: string) =>
    `${isOne ? "PIN-koden" : "PIN-koderna"} på ${controllers} slutar gälla i portalen nu, men öppnar där tills ändringen är bekräftad.`,
  plateWillWait: (isOne: boolean, controllers: string) =>
    `${isOne ? "Registreringsnumret" : "Registreringsnumren"} i grindens lista på ${controllers} finns kvar och öppnar tills ändringen är bekräftad där.`,
  changeWillWait: (what: string, controllers: string) =>
    `Ändringen sparas i portalen nu, men ${what} gäller på ${controllers} tills ändringen är bekräftad där.`,
  deletedHere: "Borttagen i portalen.",
  waitsTitle: "Väntar på styrenhet",
  removalWaitsTitle: "Väntar på borttagning",
  thePin: "PIN-koden",
  thePins: "PIN-koderna",
  thePlate: "Registreringsnumret i grindens lista",
  thePlates: "Registreringsnumren i grindens lista",
  itPin: "den",
  itPlate: "det",
  they: "de",
  oldCode: "den gamla PIN-koden",
  oldPlate: "det gamla registreringsnumret",
  oldValidity: "den gamla giltigheten",
  oldDoors: "de gamla dörrarna",
  removedAt: (places: string) => `Borttagen på ${places}`,
  suspendedAt: (places: string, until: string) => `Spärrad på ${places}, tas bort ${until}`,
  placeAt: (controller: string, when: string) => `${controller} ${when}`,
  removedOf: (what: string, name: string) => `${what}, ${name}`,
  retired: (controllers: string) => `${controllers} är avvecklad. Borttagningen är intygad, inte avläst.`,
  attempts: "Senaste försök",
  refusedAt: (place: string) => `Nekad vid ${place}`,
  why: "Varför",
  removals: "Borttaget på dörrarna",
  deleteRefused: (why: string) =>
    `Kan inte ta bort användare: ${why} Kontrollera anslutningen till Axis-styrenheten och försök igen.`,
  deleteLinked: "Användaren har kopplade resurser. Ta bort dessa först.",
  deleteDevice: "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.",
  deleteFailed: "Kunde inte ta bort användaren. Kontakta support om problemet kvarstår.",
});
