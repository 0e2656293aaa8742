// Every Swedish text that the specification quotes and a page shows, verbatim, with its example values.
import { describe, expect, test } from "vitest";
import { INVALID_FORM_TEXT } from "#contract/forms/invalid-form.ts";
import { accessLogsTexts } from "./access-logs.ts";
import { accessPointsTexts } from "./access-points.ts";
import { administratorsTexts } from "./administrators.ts";
import { authTexts } from "./auth.ts";
import { controllerDeleteTexts } from "./controller-delete.ts";
import { controllerDialogTexts } from "./controller-dialog.ts";
import { controllerUsersTexts } from "./controller-users.ts";
import { controllersTexts } from "./controllers.ts";
import { doorSyncTexts } from "./door-sync.ts";
import { errorTexts } from "./errors.ts";
import { frameTexts } from "./frame.ts";
import { organizationsTexts } from "./organizations.ts";
import { overviewTexts } from "./overview.ts";
import { peopleTexts } from "./people.ts";
import { permissionsTexts } from "./permissions.ts";
import { personDialogTexts } from "./person-dialog.ts";
import { titles } from "./titles.ts";
import { vehicleImportTexts } from "./vehicle-import.ts";
import { weeklyCodeButtonTexts } from "./weekly-code-buttons.ts";
import { weeklyCodesTexts } from "./weekly-codes.ts";
import { words } from "./words.ts";

const SCREENS: readonly [string, string][] = [
  ["Hoppsan! Sidan hittades inte", frameTexts.notFoundTitle],
  ["Laddar...", words.loading],
  ["Aldrig", controllersTexts.never],
  ["Avbryt", words.cancel],
  ["Ta bort", words.remove],
  ["Tillbaka", words.back],
  ["Aktiv", words.active],
  ["Inaktiv", words.inactive],
  ["Åtgärder", words.actions],

  ["Organisationer", titles.organizations.title],
  ["Hantera alla organisationer i systemet", titles.organizations.subtitle],
  ["Inga organisationer hittades", organizationsTexts.emptyTitle],
  ["Lägg till organisation", organizationsTexts.add],
  ["Hantera admins", organizationsTexts.manageAdmins],
  ["Hantera styrenheter", organizationsTexts.manageControllers],
  [
    "Är du säker på att du vill ta bort denna organisation? Denna åtgärd kan inte ångras.",
    organizationsTexts.deleteQuestion,
  ],

  ["Administratörer för {organisation}", administratorsTexts.ofOrganization("{organisation}")],
  ["Inga administratörer hittades", administratorsTexts.emptyTitle],
  ["Skicka välkomstmail?", administratorsTexts.welcomeTitle],
  ["Nej, inte nu", administratorsTexts.welcomeNo],
  ["Ja, skicka mail", administratorsTexts.welcomeYes],
  ["Skicka nya inloggningsuppgifter?", administratorsTexts.credentialsTitle],
  ["Ta bort administratör", administratorsTexts.deleteTitle],
  ["Du kan inte ta bort dig själv", administratorsTexts.cannotDeleteSelf],
  ["Administratörer", titles.admins.title],

  ["Styrenheter för {organisation}", organizationsTexts.accessTitle("{organisation}")],
  ["AXIS ENHETER", organizationsTexts.axisGroup],
  ["AXXON LPR ENHETER", organizationsTexts.axxonGroup],
  ["Dörrar (2)", organizationsTexts.doors(2)],
  ["Tekniskt: {name}", organizationsTexts.technical("{name}")],
  ["Inga styrenheter tillgängliga", organizationsTexts.noControllers],

  ["Styrenheter", titles.controllers.title],
  ["Inga styrenheter hittades", controllersTexts.emptyTitle],
  ["Ta bort styrenhet", controllerDeleteTexts.deleteTitle],
  ["Skapa styrenhet", controllerDialogTexts.createTitle],
  ["Redigera styrenhet", controllerDialogTexts.editTitle],
  ["Aktiverad", controllerDialogTexts.enabled],
  ["Testa Macro-anrop", controllerDialogTexts.testMacro],
  ["Styrenhet skapad!", controllerDialogTexts.panelTitle],
  ["Stäng", words.close],
  ["Hantera åtkomstpunkter", accessPointsTexts.title],
  ["Inga åtkomstpunkter hittades. Synkronisera från Axis-enheten först.", accessPointsTexts.emptyTitle],

  ["Inga slutanvändare hittades", controllerUsersTexts.empty],

  ["Åtkomstloggar", titles.accessLogs.title],
  ["Giltig legitimation", accessLogsTexts.reasons["valid_credential"] ?? ""],
  ["Utgången", accessLogsTexts.reasons["expired"] ?? ""],
  ["Ingen matchning", accessLogsTexts.reasons["no_match"] ?? ""],
  ["Inaktiverad", accessLogsTexts.reasons["disabled"] ?? ""],
  ["Grind hittades ej", accessLogsTexts.reasons["gate_not_found"] ?? ""],
  ["Ingen åtkomst tilldelad", accessLogsTexts.reasons["no_access_assignment"] ?? ""],
  ["Ogiltig konfiguration", accessLogsTexts.reasons["invalid_configuration"] ?? ""],

  ["Alla Slutanvändare", titles.allEndUsers.title],
  ["Alla", peopleTexts.everybodySystem],
  ["Endast PIN", peopleTexts.onlyPin],
  ["Endast fordon", peopleTexts.onlyVehicleSystem],
  ["Visar X av Y användare", peopleTexts.shown("X", "Y")],
  ["Namn", peopleTexts.name],
  ["Organisation", peopleTexts.organization],
  ["PIN", peopleTexts.pin],
  ["Fordon", peopleTexts.vehicle],
  ["Skapad", peopleTexts.created],
  ["Inga användare hittades", peopleTexts.none],

  ["Organisationsöversikt", overviewTexts.orgTitle],
  ["Användare", titles.endUsers.title],
  ["Alla användare", peopleTexts.everybody],
  ["Endast Fordon", peopleTexts.onlyVehicle],
  ["Passager 2", peopleTexts.passages(2)],
  ["Grindar 2", peopleTexts.gates(2)],
  ["Från A · Till B", peopleTexts.fromTo("A", "B")],
  ["Inga användare matchar sökningen", peopleTexts.noneMatch],
  ["Ta bort användare", personDialogTexts.deleteTitle],
  [
    "Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.",
    personDialogTexts.deleteQuestion,
  ],

  ["Behörigheter", titles.permissions.title],
  ["AXIS Enheter", permissionsTexts.axis],
  ["AXXON LPR Enheter", permissionsTexts.axxon],
  ["Inga styrenheter tilldelade", permissionsTexts.none],

  ["Lägg till användare", peopleTexts.add],
  ["Redigera användare", peopleTexts.edit],
  ["Lägg till PIN-kod behörighet", personDialogTexts.enablePin],
  ["Lägg till fordon", personDialogTexts.enableVehicle],
  ["Personbil, Lastbil", personDialogTexts.vehicleTypeHint],
  ["Välj en organisation för att fortsätta", personDialogTexts.chooseOrganizationHint],
  ["Organisation kan inte ändras vid redigering", personDialogTexts.organizationLocked],

  ["Importera", titles.import.title],
  ["Format: Organisation, Nummerplåt, Användare, Fordonstyp, Skapad", vehicleImportTexts.formatHint],
  ["Nummerplåt", vehicleImportTexts.plate],
  ["Förnamn", vehicleImportTexts.firstName],
  ["Efternamn", vehicleImportTexts.lastName],
  ["Fordonstyp", vehicleImportTexts.vehicleType],
  ["Status", vehicleImportTexts.status],
  ["Ny", vehicleImportTexts.isNew],
  ["Dublett", vehicleImportTexts.isDuplicate],
  ["Godkänn och importera N fordon", vehicleImportTexts.approve("N")],
  ["X av N fordon", words.doneOf("X", "N", vehicleImportTexts.unit)],
  ["Saknar nummerplåt", vehicleImportTexts.problems.missing_plate],
  ["Saknar användare", vehicleImportTexts.problems.missing_user],
  ['"plate" finns redan - kommer skapa ...', vehicleImportTexts.existsAlready("plate", "...")],
  ["...och N till", vehicleImportTexts.andMore("N")],
  ["Rad N: message", vehicleImportTexts.rowReason("N", "message")],
];

const MESSAGES: readonly [string, string][] = [
  ["Fel", words.error],
  ["Framgång", words.success],
  ["Inloggad", frameTexts.signedIn],
  ["E-post skickad", authTexts.sentTitle],
  ["Kolla din e-post för instruktioner om att återställa lösenordet", authTexts.sentText],
  ["Ett oväntat fel uppstod", errorTexts.unexpected],
  ["Ett oväntat fel uppstod. Försök igen senare.", errorTexts.unexpectedLater],
  ["Kunde inte ansluta till databasen", errorTexts.database],

  ["E-postadressen används redan", administratorsTexts.alreadyRegistered],
  ["Ogiltig e-postadress", administratorsTexts.emailInvalid],
  ["Lösenordet är för svagt", administratorsTexts.passwordWeak],
  ["Kunde inte skapa administratör", administratorsTexts.createFailed],
  ["Edge function returnerade fel", administratorsTexts.noSuccess],
  ["Kunde inte uppdatera administratör", administratorsTexts.updateFailed],
  ["Kunde inte uppdatera lösenord", administratorsTexts.passwordFailed],
  ["Kunde inte ta bort administratör", administratorsTexts.deleteFailed],
  ["Kunde inte skicka välkomstmail", administratorsTexts.welcomeFailed],
  ["Kunde inte återställa lösenord", administratorsTexts.resetFailed],
  ["Kunde inte skicka inloggningsuppgifter", administratorsTexts.credentialsFailed],
  ["Org-administratör skapad", administratorsTexts.orgAdminCreated],
  ["Administratör uppdaterad", administratorsTexts.updated],
  ["Administratör borttagen", administratorsTexts.deleted],
  ["Välkomstmail skickat", administratorsTexts.welcomeSent],
  ["Inloggningsuppgifter skickade", administratorsTexts.credentialsSent],

  ["Kan inte ta bort organisation", organizationsTexts.blockedTitle],
  [
    "Organisationen har kopplade slutanvändare, styrenheter, administratörer. Ta bort dessa först.",
    organizationsTexts.blocked(
      [organizationsTexts.linkedEndUsers, organizationsTexts.linkedControllers, organizationsTexts.linkedAdmins].join(
        ", ",
      ),
    ),
  ],
  ["Kunde inte ta bort organisationen. Kontakta support om problemet kvarstår.", organizationsTexts.deleteFailed],
  ["Organisation skapad", organizationsTexts.created],
  ["Organisation uppdaterad", organizationsTexts.updated],
  ["Organisation borttagen", organizationsTexts.deleted],
  ["Styrenhet tilldelad", organizationsTexts.controllerAssigned],
  ["Styrenhet borttagen", organizationsTexts.controllerRemoved],
  ["Dörr tilldelad", organizationsTexts.doorAssigned],
  ["Dörr borttagen", organizationsTexts.doorRemoved],

  ["{thing} har kopplade resurser. Ta bort dessa först.", errorTexts.linkedResources("{thing}")],
  ["Anslutningsproblem. Kontrollera din internetanslutning.", errorTexts.network],
  ["Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.", errorTexts.axisUnreachable],
  ["Kunde inte ta bort {thing}. Kontakta support om problemet kvarstår.", errorTexts.deleteFailed("{thing}")],
  ["Styrenhet skapades", controllerDialogTexts.created],
  ["Styrenhet uppdaterades", controllersTexts.updated],
  ["Styrenhet raderades", controllerDeleteTexts.deleted],
  ["Anslutning lyckades", controllersTexts.testOk],
  ["Anslutning misslyckades", controllersTexts.testFailed],
  ["Macro-test lyckades", controllerDialogTexts.macroOk],
  ["Macro-test misslyckades", controllerDialogTexts.macroFailed],
  ["Okänt fel", controllerDialogTexts.unknownError],
  ["Kunde inte synkronisera", doorSyncTexts.syncFailed],

  ["Användare skapades", personDialogTexts.made],
  ["Användare uppdaterades", personDialogTexts.updated],
  ["Användare raderades", personDialogTexts.deleted],
  ["Failed to update user: {message}", personDialogTexts.updateFailed("{message}")],
  ["Failed to create user: {message}", personDialogTexts.createFailed("{message}")],
  ["Unknown error", personDialogTexts.unknownError],
  ["Formuläret innehåller felaktiga värden. Kontrollera alla fält.", INVALID_FORM_TEXT],
  [INVALID_FORM_TEXT, words.invalidForm],

  ["Användare skapades", controllerUsersTexts.created],
  ["Användare uppdaterades", controllerUsersTexts.updated],
  ["Användare raderades", controllerUsersTexts.deleted],

  ["Veckokoder genererade", weeklyCodesTexts.generated],
  ["Utgångna veckokoder rensade", weeklyCodeButtonTexts.cleanedUp],
  ["Veckokod raderad", weeklyCodesTexts.removed],
  ["CSV exporterad", weeklyCodeButtonTexts.exported],
  ["CSV exporterad", accessLogsTexts.exported],
  ["Import klar!", vehicleImportTexts.doneTitle],
  ["N fordon importerade framgångsrikt", vehicleImportTexts.doneText("N")],
  ["Import delvis klar", vehicleImportTexts.partlyTitle],
  ["N lyckades, M misslyckades", vehicleImportTexts.partlyText("N", "M")],
];

describe("a text of the specification", () => {
  test.each(SCREENS)("on a screen: %s", (specified, ours) => {
    expect(ours).toBe(specified);
  });

  test.each(MESSAGES)("in a message: %s", (specified, ours) => {
    expect(ours).toBe(specified);
  });
});

test("a refused removal begins and ends as specified, with the controllers and what became of the PIN between", () => {
  expect(personDialogTexts.deleteRefused("Port A svarar inte.")).toMatch(
    /^Kan inte ta bort användare: Port A .*\. Kontrollera anslutningen till Axis-styrenheten och försök igen\.$/,
  );
});
