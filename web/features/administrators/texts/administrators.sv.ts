import { texts } from "#web/texts/language.ts";

export const administratorsTexts = texts("administrators", {
  ofOrganization: (organization: string) => `Administratörer för ${organization}`,
  emptyTitle: "Inga administratörer hittades",
  emptyHelp: "Lägg till den första, så kan organisationen hantera sina användare själv.",
  loadFailed: "Administratörerna kunde inte hämtas.",
  email: "E-post",
  you: "Du",
  count: (total: string, isOne: boolean) => (isOne ? `${total} administratör` : `${total} administratörer`),

  add: "Lägg till administratör",
  editTitle: "Redigera administratör",
  firstName: "Förnamn",
  lastName: "Efternamn",
  password: "Lösenord",
  passwordMade: "Lämna tomt, så skapas ett tillfälligt lösenord.",
  passwordKept:
    "Lämna tomt för att behålla det nuvarande. Ett nytt är tillfälligt och måste bytas vid nästa inloggning.",
  ownPasswordKept: "Lämna tomt för att behålla det nuvarande. Du loggas ut på andra enheter om du byter.",
  orgAdminCreated: "Org-administratör skapad",
  systemAdminCreated: "Administratör skapad",
  updated: "Administratör uppdaterad",
  deleted: "Administratör borttagen",

  sendCredentials: "Skicka inloggningsuppgifter",
  sendCredentialsTo: (name: string) => `Skicka inloggningsuppgifter till ${name}`,
  welcomeTitle: "Skicka välkomstmail?",
  welcomeQuestion: (name: string, email: string) => `${name} kan få sina inloggningsuppgifter skickade till ${email}.`,
  welcomeYes: "Ja, skicka mail",
  welcomeNo: "Nej, inte nu",
  sending: "Skickar...",
  mailHolds: "Mailet innehåller",
  invitation: "Inbjudningslänk",
  invitationHelp: "Rekommenderas. Mottagaren väljer själv sitt lösenord, och länken fungerar en gång.",
  temporaryPassword: "Tillfälligt lösenord",
  temporaryPasswordHelp: "Lösenordet står i mailet och måste bytas vid första inloggningen.",
  shownOnce: "Visas bara nu. Lösenordet gäller i ett dygn.",
  welcomeSent: "Välkomstmail skickat",

  credentialsTitle: "Skicka nya inloggningsuppgifter?",
  credentialsQuestion:
    "Ett nytt tillfälligt lösenord skapas och ersätter det nuvarande. Det skickas med e-post till administratören.",
  credentialsConsequence: (name: string) =>
    `${name} loggas ut överallt och behöver det nya lösenordet för att komma in.`,
  credentialsYes: "Skicka",
  credentialsSent: "Inloggningsuppgifter skickade",

  removeFactors: "Ta bort tvåstegsverifiering",
  removeFactorsTitle: "Ta bort tvåstegsverifiering?",
  removeFactorsQuestion:
    "För den som har blivit av med sin telefon, sin passkey och sina återställningskoder. Gör det bara när du vet vem som ber om det.",
  removeFactorsConsequence: (name: string) =>
    `${name} loggas ut överallt, får ett mail om det och kommer in med bara lösenordet tills ett nytt andra steg är tillagt.`,
  factorsRemoved: "Tvåstegsverifieringen är borttagen",

  deleteTitle: "Ta bort administratör",
  deleteQuestion: "Är du säker på att du vill ta bort denna administratör? Denna åtgärd kan inte ångras.",
  deleteConsequence: (name: string) => `${name} loggas ut genast och kan inte logga in igen.`,
  cannotDeleteSelf: "Du kan inte ta bort dig själv",

  /** Texts about an unsent email: the reason, and what to hand over meanwhile. */
  notConfigured: (email: string) =>
    `E-post är inte inställd på servern. Mailet till ${email} väntar och skickas när den är det. Lämna uppgifterna på annat sätt under tiden.`,
  queued: (email: string) =>
    `E-postservern tog inte emot mailet till ${email}. Det skickas så snart det går. Lämna uppgifterna på annat sätt om det brådskar.`,
  refused: (email: string) => `E-postservern tar inte emot adressen ${email}. Lämna uppgifterna på annat sätt.`,
  notSent: (email: string) =>
    `Lösenordet är bytt men mailet till ${email} kunde inte skickas. Lämna det nya lösenordet på annat sätt.`,

  alreadyRegistered: "E-postadressen används redan",
  emailInvalid: "Ogiltig e-postadress",
  passwordWeak: "Lösenordet är för svagt",
  createFailed: "Kunde inte skapa administratör",
  noSuccess: "Edge function returnerade fel",
  updateFailed: "Kunde inte uppdatera administratör",
  passwordFailed: "Kunde inte uppdatera lösenord",
  deleteFailed: "Kunde inte ta bort administratör",
  welcomeFailed: "Kunde inte skicka välkomstmail",
  resetFailed: "Kunde inte återställa lösenord",
  credentialsFailed: "Kunde inte skicka inloggningsuppgifter",
});
