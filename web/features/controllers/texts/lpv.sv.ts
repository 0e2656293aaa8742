import { texts } from "#web/texts/language.ts";

export const lpvTexts = texts("lpv", {
  output: "Kamerans utgång",
  outputHint: "Numret på kamerans I/O-port som styr grinden, oftast 1. Porten ska vara inställd som utgång.",
  outputMissing: "Skriv utgångens nummer, 1 till 99.",
  setup: "Så ställs kameran in",
  setupSteps: [
    "Spara styrenheten. Portalen visar sedan adress, användarnamn och lösenord.",
    "Välj Ställ in kameran. Portalen fyller i mottagaren för push-händelser i AXIS License Plate Verifier.",
    "Vill du göra det för hand: öppna Integration, Push-händelser i kameran, klistra in värdena och välj HTTP POST, JSON utan bilder, nya och uppdaterade händelser och buffert.",
    "Ställ kamerans klocka mot en tidsserver. Grinden öppnas aldrig för läsningar som är äldre än fem sekunder.",
    "Låt inte kameran styra grinden själv: stäng av reläet i dess egna regler, även när portalen håller listan. En öppning därifrån syns inte i loggen.",
  ],
  panelHelp: "Välj HTTP POST och JSON. Skicka nya och uppdaterade händelser, och slå på bufferten.",
  listSync: "Håll listan över tillåtna i kameran",
  listSyncHelp:
    "Portalen lägger till och tar bort fordonen i kamerans lista över tillåtna (Allow list) när deras giltighet börjar och slutar. Listan saknar klockslag, så fordon som bara har grinden vissa tider står inte på den. Andras poster på listan ändras inte. Grinden öppnas av portalen även utan den.",
  listSyncEnds: "Portalens poster tas bort från kamerans lista när du sparar.",
  setUp: "Ställ in kameran",
  setUpConfirm: "Ställ in",
  settingUp: "Ställer in...",
  setUpQuestion: (name: string) => `Ska portalen ställa in kameran ${name} att skicka det den läser hit?`,
  setUpConsequence:
    "Portalen skriver sin adress och grindens inloggning i kameran. En mottagare som kopierats från en annan av portalens kameror skrivs över eller stängs av. Övriga inställningar och mottagare ändras inte.",
  setUpDone: "Kameran är inställd. Det den läser skickas nu till portalen.",
  heartbeats: {
    set: "Den hör av sig var femte minut, och portalen larmar när den tystnar.",
    left: "Kamerans livstecken går till någon annan och har inte ändrats. Portalen kan inte larma när den tystnar.",
    missing: "Den här versionen av appen skickar inga livstecken. Portalen kan inte larma när kameran tystnar.",
  },
  sender: "Den som läser skylten",
  senderLpr: "LPR-system",
  senderCamera: "Kamera med AXIS License Plate Verifier",
});
