// The Swedish sentences of each alert, shared by mail, webhook and page. English: web/features/alerts/texts/alerts.en.ts.
import type { AlertDetail, AlertKind } from "./alerts.ts";
import { backupTroubles } from "./backups.ts";
import { formatNumberIn } from "./format-number.ts";

export interface AlertFacts {
  kind: AlertKind;
  name: string | null;
  detail: AlertDetail;
}

export interface AlertSentences {
  title(facts: AlertFacts): string;
  /** Returns the sentence; `since` is formatted: "22 november 2026 kl. 08:05". */
  what(facts: AlertFacts, since: string): string;
  todo: Readonly<Record<AlertKind, string>>;
  clearedTitle(facts: AlertFacts): string;
}

const figure = (count: number) => formatNumberIn("sv", count);
const removals = (count = 1) => (count === 1 ? "1 borttagning" : `${figure(count)} borttagningar`);
const plates = (count: number) =>
  count === 1 ? "1 registreringsnummer" : `${figure(count)} olika registreringsnummer`;
const minutesOf = (count = 1) => {
  // A clock that has lost its time begins at 1970.
  const days = Math.round(count / 1_440);
  if (days >= 730) return `${figure(Math.round(days / 365))} år`;
  if (days >= 2) return `${figure(days)} dygn`;
  return count === 1 ? "1 minut" : `${figure(count)} minuter`;
};
const wrongBy = ({ seconds, minutes }: AlertDetail) =>
  seconds === undefined || seconds >= 120
    ? minutesOf(minutes ?? Math.round((seconds ?? 0) / 60))
    : `${figure(seconds)} sekunder`;
const certificateEnd = (name: string, days = 0) => {
  if (days < 0) return `Certifikatet för ${name} har gått ut`;
  if (days === 0) return `Certifikatet för ${name} går ut i dag`;
  return `Certifikatet för ${name} går ut om ${days === 1 ? "1 dag" : `${figure(days)} dagar`}`;
};
const hoursEnd = (name: string, days = 0) => {
  if (days < 0) return `Tiderna i ${name} har tagit slut`;
  if (days === 0) return `Tiderna i ${name} tar slut i dag`;
  return `Tiderna i ${name} tar slut om ${days === 1 ? "1 dag" : `${figure(days)} dagar`}`;
};
const ownCertificateEnd = (days = 0) => {
  if (days < 0) return "Portalens certifikat har gått ut";
  if (days === 0) return "Portalens certifikat går ut i dag";
  return `Portalens certifikat går ut om ${days === 1 ? "1 dag" : `${figure(days)} dagar`}`;
};
const within = (minutes = 0) => (minutes === 1 ? "en minut" : `${figure(minutes)} minuter`);

export const alertSentences: AlertSentences = {
  title: ({ kind, name, detail }) =>
    ({
      door_not_relocked: `${name ?? "En dörr"} är inte låst igen`,
      controller_offline: `${name ?? "En styrenhet"} svarar inte`,
      restart_loop: `${name ?? "En styrenhet"} startar om gång på gång`,
      clock_skew: `Klockan i ${name ?? "en styrenhet"} ${detail.lost ? "har gått" : "går"} fel`,
      hours_end: hoursEnd(name ?? "en styrenhet", detail.days),
      certificate_ends: certificateEnd(name ?? "en styrenhet", detail.days),
      portal_certificate: ownCertificateEnd(detail.days),
      revocation_pending: `Borttagning väntar på ${name ?? "en styrenhet"}`,
      pin_attempts: `Många PIN-koder provas av ${name ?? "en systemadministratör"}`,
      denial_burst: `Många nekade passager vid ${name ?? "en grind"}`,
      camera_copied: `Kameran vid ${name ?? "en grind"} har en annan grinds inställningar`,
      camera_worse: `Kameran vid ${name ?? "en grind"} läser sämre`,
      log_flooded: `${name ?? "En styrenhet"} loggar mer än portalen sparar`,
      backup_old: detail.copy
        ? "Säkerhetskopian kunde inte läggas i S3"
        : detail.trouble
          ? "Nattens säkerhetskopia kunde inte göras"
          : detail.never
            ? "Ingen säkerhetskopia är gjord"
            : "Säkerhetskopian är för gammal",
    })[kind],
  what: ({ kind, name, detail }, since) =>
    ({
      door_not_relocked: `${name ?? "Dörren"} hölls olåst till ${since} och har inte lästs som låst sedan dess. Den kan stå öppen för vem som helst.`,
      controller_offline: `Styrenheten ${name ?? ""} har inte gjort vad den blev ombedd sedan ${since}. Ändringar väntar i portalen tills den svarar.`,
      restart_loop: `Styrenheten ${name ?? ""} har startat om ${figure(detail.count ?? 0)} gånger på en timme, första gången ${since}. Mellan omstarterna fungerar koderna som vanligt; medan den startar öppnar ingen kod.`,
      clock_skew: detail.lost
        ? `Klockan i ${name ?? "styrenheten"} tappade tiden: händelser kom med en tid som är fel med ${wrongBy(detail)}. De senaste lästes ${since} och står i loggen vid den tiden, med en anmärkning. Dörrarna öppnar som vanligt, men koder gäller på fel tider medan klockan går fel. Larmet är över ett dygn efter den senaste sådana händelsen.`
        : `Klockan i ${name ?? "styrenheten"} går ${wrongBy(detail)} ${detail.ahead ? "före" : "efter"}; det märktes ${since}. ${detail.seconds === undefined ? `Dörrarna öppnar som vanligt, men koder börjar och slutar gälla så mycket för ${detail.ahead ? "tidigt" : "sent"}. I loggen rättar portalen tiderna.` : "Kamerans läsningar kan inte tidsbestämmas, så grinden öppnar för nästan ingen. De står i loggen."}`,
      hours_end: `${hoursEnd(name ?? "styrenheten", detail.days)}. Portalen skriver scheman två år framåt, på nytt varje månad, men det har inte gått på länge. ${(detail.days ?? 0) < 0 ? "Ingen kommer in på dem. Ut kommer alla." : "Därefter kommer ingen in på dem. Ut kommer alla."}`,
      certificate_ends: `${certificateEnd(name ?? "styrenheten", detail.days)}. Dörrar och koder fortsätter att fungera: portalen känner igen styrenheten på just det certifikatet. Webbläsare och andra system kan avvisa det.`,
      portal_certificate: `${ownCertificateEnd(detail.days)}. ${(detail.days ?? 0) < 0 ? "Webbläsare varnar, och telefoner, kameror och andra system kan avvisa portalen." : "Därefter varnar webbläsare, och telefoner, kameror och andra system kan avvisa portalen."} Dörrarna fungerar som vanligt.`,
      revocation_pending: `${removals(detail.count)} har väntat på ${name ?? "styrenheten"} sedan ${since}. Till dess kan den som förlorat sin tillgång fortfarande komma in.`,
      pin_attempts: `${name ?? "En systemadministratör"} har sedan ${since} provat fler egna PIN-koder vid styrenheter som delas med andra än som är tillåtet. Koderna lämnades osedda och inget sparades.`,
      denial_burst: `${figure(detail.count ?? 0)} passager har nekats vid ${name ?? "grinden"} inom ${within(detail.minutes)}, med ${plates(detail.plates ?? 0)}. Den första var ${since}.`,
      camera_copied: `Kameran vid ${name ?? "grinden"} skickar sedan ${since} sina läsningar med inloggningen för ${detail.gate ?? "en annan grind"}. De avvisas: de öppnar ingen grind och kommer inte med i loggen.`,
      camera_worse: `Av läsningarna vid ${name ?? "grinden"} är ${figure(detail.unread ?? 0)} % olästa och ${figure(detail.unclear ?? 0)} % oklara, klart fler än förut. Det började ${since}. Grinden öppnar som vanligt för de fordon som läses rätt.`,
      log_flooded: `Styrenheten ${name ?? ""} har loggat fler händelser än portalen sparar på ett dygn. Gränsen nåddes ${since}, och det som loggas därefter finns inte i portalens logg förrän dygnet är slut. Dörrarna öppnar som vanligt.`,
      backup_old:
        detail.copy && detail.trouble
          ? `Ingen säkerhetskopia har kunnat läggas i S3 sedan ${since}. ${backupTroubles[detail.trouble]}`
          : detail.trouble
            ? `Ingen säkerhetskopia har gått att göra sedan ${since}. ${backupTroubles[detail.trouble]}`
            : detail.never
              ? `Portalen har varit i drift sedan ${since} utan att någon säkerhetskopia har gjorts.`
              : `Den senaste säkerhetskopian som kunde läsas tillbaka är från ${since}.`,
    })[kind],
  todo: {
    door_not_relocked:
      "Lås dörren på plats, eller få styrenheten att svara: portalen låser den då själv. Läget står under Dörrar och grindar.",
    controller_offline:
      "Kontrollera ström, nät och inloggning till styrenheten. Orsaken står under Synkstatus, och portalen försöker igen automatiskt.",
    restart_loop:
      "Kontrollera styrenhetens strömförsörjning och kabel, och om dess programvara nyss har bytts. Dess logg står under Åtkomstloggar.",
    clock_skew:
      "Ställ in en tidsserver (NTP) på enhetens egen sida. Larmet är över vid nästa kontakt där klockan går rätt: vid en grind när kameran läser en skylt.",
    hours_end:
      "Få styrenheten att svara, eller häv pausen under Synkstatus. Tryck sedan på Jämför: portalen skriver tiderna på nytt, och larmet är då över.",
    certificate_ends:
      "Skapa eller lägg in ett nytt certifikat på styrenhetens egen sida, och godkänn det i styrenhetens dialog under Styrenheter.",
    portal_certificate:
      "Skaffa ett nytt certifikat och lägg dess filer där TLS_CERT_FILE och TLS_KEY_FILE pekar. Portalen byter utan omstart, och larmet är då över. Läget står under TLS på Drift.",
    revocation_pending:
      "Få styrenheten att svara, eller stäng dörren på annat sätt tills borttagningen är bekräftad. Kön står under Synkstatus.",
    pin_attempts:
      "Fråga administratören vad som pågår. Är det ingen som känns vid det: avsluta kontots inloggningar och byt lösenord. Genererade koder går att spara hela tiden.",
    denial_burst:
      "Se i Åtkomstloggar vilka det gäller. Det kan vara någon som provar sig fram, eller en import som gått fel.",
    camera_copied:
      "Öppna kamerans egen styrenhet under Styrenheter och tryck Ställ in kameran: då får kameran sin egen adress och inloggning.",
    camera_worse:
      "Rengör eller rikta om kameran. Siffrorna och läsningarna som nästan stämmer står under Oklara skyltar.",
    log_flooded:
      "Se i Åtkomstloggar vilken dörr som upprepar sig, och kontrollera dess kontakt och läsare. Är det ingen av dem kan någon ha tagit över enheten: byt dess lösenord.",
    backup_old:
      "Tryck på Gör säkerhetskopia nu under Drift. Där står också när nästa görs, och orsaken om den inte kunde göras.",
  },
  clearedTitle: ({ kind, name }) =>
    ({
      door_not_relocked: `${name ?? "Dörren"} är låst igen`,
      controller_offline: `${name ?? "Styrenheten"} svarar igen`,
      restart_loop: `${name ?? "Styrenheten"} startar inte längre om`,
      clock_skew: `Klockan i ${name ?? "styrenheten"} går rätt igen`,
      hours_end: `Tiderna i ${name ?? "styrenheten"} är skrivna på nytt`,
      certificate_ends: `Certifikatet för ${name ?? "styrenheten"} har bytts`,
      portal_certificate: "Portalens certifikat är bytt",
      revocation_pending: `Ingen borttagning väntar längre på ${name ?? "styrenheten"}`,
      pin_attempts: `${name ?? "Systemadministratören"} provar inte längre för många PIN-koder`,
      denial_burst: `Lugnt igen vid ${name ?? "grinden"}`,
      camera_copied: `Kameran vid ${name ?? "grinden"} använder inte längre en annan grinds inloggning`,
      camera_worse: `Kameran vid ${name ?? "grinden"} läser som förut`,
      log_flooded: `Allt som ${name ?? "styrenheten"} loggar sparas igen`,
      backup_old: "Det finns en ny säkerhetskopia",
    })[kind],
};

export const alertPostTexts = {
  test: "Provlarm från Webbportal. Ingenting är fel.",
  cleared: (facts: AlertFacts): string => `${alertSentences.clearedTitle(facts)}. Larmet är över.`,
};
