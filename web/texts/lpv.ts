import { texts } from "./language.ts";

export const lpvTexts = texts("lpv", {
  section: "Så öppnas grinden",
  output: "Kamerans utgång",
  outputHint: "Numret på kamerans I/O-port som styr grinden, oftast 1. Porten ska vara inställd som utgång.",
  outputMissing: "Skriv utgångens nummer, 1 till 99.",
  setup: "Så ställs kameran in",
  setupSteps: [
    "Spara styrenheten. Portalen visar sedan adress, användarnamn och lösenord.",
    "Öppna AXIS License Plate Verifier i kameran och välj Integration, Push-händelser.",
    "Klistra in värdena. Välj protokollet HTTP POST, och JSON utan bilder.",
    "Skicka händelser av typen ny och uppdaterad, inte borttappad. Slå på bufferten.",
    "Ställ kamerans klocka mot en tidsserver. Grinden öppnas aldrig för läsningar som är äldre än fem sekunder.",
    "Låt inte kameran styra grinden själv: stäng av dess egna listor.",
  ],
  panelHelp: "Välj HTTP POST och JSON. Skicka nya och uppdaterade händelser, och slå på bufferten.",
  testOpening: "Testa öppning",
});
