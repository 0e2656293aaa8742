import { texts } from "./language.ts";

export const titles = texts("titles", {
  organizations: { title: "Organisationer", subtitle: "Hantera alla organisationer i systemet" },
  controllers: { title: "Styrenheter", subtitle: "Axis-dörrar och LPR-grindar som portalen styr" },
  allEndUsers: { title: "Alla Slutanvändare", subtitle: "Personer i alla organisationer med PIN-kod eller fordon" },
  accessLogs: { title: "Åtkomstloggar", subtitle: "Passager de senaste 24 timmarna, nyast först" },
  admins: { title: "Administratörer", subtitle: "Personer som hanterar hela systemet" },
  endUsers: { title: "Användare", subtitle: "Personer med PIN-kod eller fordon" },
  permissions: { title: "Behörigheter", subtitle: "Dörrar och grindar som organisationen får använda" },
  import: { title: "Importera", subtitle: "Lägg till många fordon från en CSV-fil" },
  sync: { title: "Synkstatus", subtitle: "Vad som finns i portalen men ännu inte är bekräftat på dörrarna" },
  events: { title: "Händelselogg", subtitle: "Vem som gjorde vad, och när" },
  account: { title: "Mitt konto", subtitle: "Lösenord, inloggning och utseende" },
});
