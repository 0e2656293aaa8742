import type { NoticeKind } from "#contract/notices.ts";
import { ownWord } from "#contract/own-word.ts";
import { texts } from "#web/texts/language.ts";

export const authTexts = texts("auth", {
  title: "Logga in",
  subtitle: "Administrera dörrar och grindar",
  email: "E-post",
  password: "Lösenord",
  signIn: "Logga in",
  signingIn: "Loggar in...",
  sessionEnded: "Din inloggning har gått ut. Logga in igen, så kommer du tillbaka till sidan.",
  wrongLogin: "Fel e-postadress eller lösenord",
  emailRequired: "Fyll i din e-postadress",
  emailInvalid: "Ogiltig e-postadress",
  passwordRequired: "Fyll i ditt lösenord",

  changeTitle: "Välj ett eget lösenord",
  changeHelp: (email: string) => `Lösenordet till ${email} är tillfälligt. Välj ett eget, så kommer du in.`,
  recoverTitle: "Välj ett nytt lösenord",
  recoverHelp: (email: string) => `Det nya lösenordet för ${email} gäller direkt. Andra inloggningar avslutas.`,
  newPassword: "Nytt lösenord",
  savePassword: "Spara och fortsätt",
  passwordSaved: "Lösenordet är ändrat",
  mailedCode: "Kod från mailet",
  mailedCodeRequired: "Fyll i koden från mailet",
  mailedCodeHint: (email: string) =>
    `Det har gått en stund sedan du bekräftade att det är du. Vi har skickat en kod till ${email}.`,

  linkDeadTitle: "Länken fungerar inte längre",
  linkDead:
    "Länken är redan använd eller för gammal. Begär en ny, så gäller den i 60 minuter. Lösenordet är oförändrat.",
  linkElsewhereTitle: "Öppna länken i rätt webbläsare",
  linkElsewhere:
    "Av säkerhetsskäl fungerar länken bara i den webbläsare där du begärde den. Öppna den där, eller begär en ny länk härifrån.",
  requestLink: "Begär en ny länk",
  toLogin: "Till inloggningen",
  providerTitle: "Inloggningen gick inte igenom",

  emailChangeTitle: "Bekräfta din nya e-postadress",
  emailChangeHelp: "När du har bekräftat loggar du in med den nya adressen. Till dess gäller den tidigare.",
  confirmEmail: "Bekräfta e-postadressen",
  confirmingEmail: "Bekräftar...",
  emailChangedTitle: "E-postadressen är bekräftad",
  emailChanged: (email: string) => `Från och med nu loggar du in med ${email}.`,
  emailLinkDead:
    "Länken är redan använd eller för gammal. Den tidigare adressen gäller. Begär ändringen på nytt under Mitt konto.",
  stopNoticesTitle: "Stäng av mailen",
  stopNoticesHelp: "Mail om dina dörrar och grindar kommer inte längre. Du kan slå på dem igen under Mitt konto.",
  stopNotices: "Stäng av",
  stoppingNotices: "Stänger av...",
  noticesStopped: {
    refused: "Du får inga fler mail om nekade försök.",
    door_alarm: "Du får inga fler mail om dörrar i larm.",
  } satisfies Record<NoticeKind, string>,
  noticesStoppedTitle: "Mailen är avstängda",
  onwards: "Fortsätt",

  or: "eller",
  signInWith: (provider: string) => `Logga in med ${provider}`,

  stepTitle: "Bekräfta för att fortsätta",
  stepHelp: "Det du skrivit är kvar.",
  againTitle: "Logga in igen",
  againEnded: "Inloggningen har gått ut.",
  againHelp: (why: string, email: string) => `${why} Det du skrivit är kvar. Logga in som ${email} för att fortsätta.`,

  forgot: "Glömt lösenordet?",
  forgotTitle: "Återställ lösenord",
  forgotHelp: "Ange din e-postadress, så skickar vi en länk där du väljer ett nytt lösenord.",
  sendLink: "Skicka länk",
  sendingLink: "Skickar...",
  mailMissing:
    "E-post är inte inställd på servern, så mailet kommer inte förrän den är det. Be en systemadministratör om hjälp.",
  sentTitle: "E-post skickad",
  sentText: "Kolla din e-post för instruktioner om att återställa lösenordet",
});

export const providerProblems: Record<string, string> = texts("providerProblems", {
  signup_disabled: "Inloggningen är inte kopplad till något konto i portalen. Kontakta en administratör.",
  provider_email_needs_verification:
    "Inloggningen är inte kopplad till något konto. Logga in med lösenord och koppla den under Mitt konto.",
  bad_oauth_state: "Inloggningen tog för lång tid. Försök igen.",
  bad_oauth_callback: "Inloggningen avbröts eller gick inte att bekräfta. Försök igen.",
  oauth_provider_not_supported: "Den inloggningen finns inte i den här portalen.",
  identity_already_exists: "Inloggningen är redan kopplad till ett konto.",
  user_banned: "Kontot är spärrat. Kontakta en systemadministratör.",
  over_request_rate_limit: "För många försök. Vänta en stund och försök igen.",
  service_unavailable: "Inloggningstjänsten svarar inte just nu. Försök igen om en stund.",
  else: "Försök igen, eller logga in med lösenord.",
});

/** Returns the problem's text, never a text from the address: anybody can write one. */
export function landingProblemText(code: string): string {
  return ownWord(providerProblems, code) ?? providerProblems["else"] ?? "";
}
