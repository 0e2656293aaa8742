import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

/** Why a code or a plate opens or not, place by place. `thing`: "Koden" or "Fordonet MLB 84A". */
export const credentialAnswerTexts = texts("credentialAnswer", {
  title: "Fungerar behörigheten?",
  where: "Visa alla dörrar och grindar, nu eller senare",
  pin: "Koden",
  plate: (plate: string) => `Fordonet ${plate}`,
  works: (thing: string, places: string) => `${thing} öppnar ${places}.`,
  atHours: (thing: string, places: string, schedules: string) =>
    `${thing} öppnar ${places} vissa tider, enligt ${schedules}.`,
  notOnList: (thing: string, gates: string) =>
    `${gates} har en egen lista utan klockslag. ${thing} står inte på den och öppnar inte där när portalen är borta.`,
  gateAway: (gates: string) => `${gates} svarar inte, eller öppnade inte senast.`,
  confirmed: (when: string) => `Bekräftad där ${when}.`,
  wasThere: (controllers: string, when: string) =>
    `${controllers} svarar inte nu. Koden fanns där ${when}, och den fungerar utan portalen.`,

  worksNot: (thing: string) => `${thing} fungerar inte`,
  because: (head: string, why: string) => `${head}: ${why}`,
  switchedOff: "den är avstängd.",
  vehicleOff: "det är avstängt.",
  expired: (when: string) => `giltigheten gick ut ${when}.`,
  notYetValid: (when: string) => `den börjar gälla ${when}.`,
  vehicleNotYetValid: (when: string) => `det börjar gälla ${when}.`,
  noPlace: "ingen dörr är vald.",
  noGate: "ingen grind är vald.",
  lingers: (controllers: string) =>
    `Den kan fortfarande öppna på ${controllers}, tills styrenheten har bekräftat att den är borta.`,

  notAssigned: (thing: string, places: string) =>
    `${thing} gäller inte ${places}: användaren har inte fått tillgång där.`,
  begins: (thing: string, places: string, when: string) => `${thing} börjar gälla för ${places} ${when}.`,
  placeGone: (thing: string, places: string) =>
    `${thing} öppnar inte ${places}: avstängd, borta från styrenheten eller inte längre tilldelad organisationen.`,
  cardNeeded: (thing: string, places: string) => `${thing} öppnar inte ${places}: läsaren där kräver kort.`,
  wrongLength: (thing: string, places: string) =>
    `${thing} går inte att slå vid ${places}: läsaren där tar koder av annan längd. Ge användaren en ny PIN-kod.`,
  somethingGone: (controller: string) => `en dörr på ${controller}`,
  goneUnit: "en styrenhet som organisationen inte längre har",
  atPlaces: (thing: string, places: string) => `${thing} fungerar inte vid ${places}`,
  changeAt: (places: string) => `Den senaste ändringen gäller inte än vid ${places}`,
  silent: (controller: string) => `den är inte skriven till ${controller}, som inte svarar.`,
  notWritten: (controller: string) => `den är ännu inte skriven till ${controller}. Det brukar ta några sekunder.`,
  refused: (controller: string) => `${controller} tar inte emot den.`,
  paused: (controller: string) => `${controller} är inaktiverad eller pausad, så ingenting skrivs dit.`,
  since: (when: string) => `Väntar sedan ${when}.`,
  keepsOld: (controller: string) => `Till dess gäller det som ${controller} hade förut.`,

  and: "och",
  more: (count: number) => `${formatNumber(count)} till`,
  sync: "Visa synkstatus",
});
