// Refusals about controllers, their certificates and the people made at them.
import { defineErrors, given } from "./define-errors.ts";

const KEPT = "Styrenheten är inte sparad.";
const KEPT_EN = "The controller is not saved.";

export const controllerErrors = defineErrors({
  controller_not_found: {
    status: 404,
    code: "controller_not_found",
    sv: "Controller not found",
    en: "Controller not found",
  },
  controller_in_use: {
    status: 409,
    code: "controller_in_use",
    sv: "Styrenheten har kopplade resurser. Ta bort dessa först.",
    en: "The controller has linked resources. Remove these first.",
  },
  controller_not_saved: {
    status: 400,
    code: "missing_parameter",
    field: "controller_id",
    sv: "Spara styrenheten först. Åtgärden behöver en sparad styrenhet.",
    en: "Save the controller first. This needs a saved controller.",
  },
  device_password_missing: {
    status: 400,
    code: "invalid_body",
    field: "password",
    sv: "Lösenord krävs",
    en: "Enter the password",
  },
  device_password_again: {
    status: 400,
    code: "invalid_body",
    field: "password",
    sv: "Skriv lösenordet igen: adressen, porten eller typen är ändrad, och det sparade lösenordet skickas aldrig till en ny plats. Inget har sparats.",
    en: "Type the password again: the address, port or type is changed, and the stored password is never sent to a new place. Nothing was saved.",
  },
  device_type_fixed: {
    status: 409,
    code: "conflict",
    field: "device_type",
    sv: "Typen kan inte ändras på en sparad styrenhet. Ta bort den och lägg till en ny. Inget har ändrats.",
    en: "The type of a saved controller cannot be changed. Remove it and add a new one. Nothing has been changed.",
  },
  plate_list_of_door_controller: {
    status: 400,
    code: "invalid_body",
    field: "list_sync",
    sv: "Bara en LPR-styrenhet kan hålla en nummerlista. Inget har sparats.",
    en: "Only an LPR controller can keep a plate list. Nothing has been saved.",
  },
  connection_incomplete: {
    status: 400,
    code: "invalid_body",
    sv: "Fyll i adress, användarnamn och lösenord innan du testar anslutningen.",
    en: "Enter address, user name and password before you test the connection.",
  },
  certificate_not_shown: {
    status: 409,
    code: "device_certificate_changed",
    field: "fingerprint",
    sv: "Enheten visar ett annat certifikat än det du godkände. Inget har ändrats. Testa anslutningen igen och jämför.",
    en: "The device shows another certificate than the one you accepted. Nothing has been changed. Test the connection again and compare.",
  },
  item_not_found: {
    status: 404,
    code: "not_found",
    sv: "Item not found",
    en: "Item not found",
  },
  access_points_not_found: {
    status: 404,
    code: "not_found",
    field: "accessPointIds",
    sv: "No access points found",
    en: "No access points found",
  },
  device_without_access_points: {
    status: 502,
    code: "device_fault",
    sv: "No access points found",
    en: "No access points found",
  },

  standard_organization_unread: {
    status: 503,
    code: "database_unavailable",
    sv: `Kunde inte ansluta till databasen. ${KEPT} Försök igen om en stund.`,
    en: `Could not connect to the database. ${KEPT_EN} Try again in a while.`,
  },
  standard_organization_not_made: {
    status: 500,
    code: "internal",
    sv: `Kunde inte skapa standardorganisation. ${KEPT} Försök igen om en stund.`,
    en: `The standard organisation could not be made. ${KEPT_EN} Try again in a while.`,
  },
  standard_organization_hidden: {
    status: 500,
    code: "internal",
    sv: `Systemet kunde inte initialiseras korrekt. ${KEPT}`,
    en: `The system could not be set up correctly. ${KEPT_EN}`,
  },

  several_credentials: {
    status: 409,
    code: "conflict",
    field: "credentialToken",
    sv: "Personen har flera behörigheter på enheten. Inget har ändrats. Ange vilken det gäller.",
    en: "The person has several credentials on the device. Nothing has been changed. Say which one is meant.",
  },
  groups_not_adoptable: given<{ groups: string }>({
    status: 409,
    code: "conflict",
    field: "accessPointIds",
    sv: ({ groups }) =>
      `Personen har grupper på enheten som portalen inte kan ta över: ${groups}. Inget har ändrats. Välj dörrar i stället.`,
    en: ({ groups }) =>
      `The person has groups on the device that the portal cannot take over: ${groups}. Nothing has been changed. Choose doors instead.`,
  }),
  default_group_missing: given<{ group: string }>({
    status: 409,
    code: "conflict",
    field: "groupToken",
    sv: ({ group }) =>
      `Gruppen ${group} finns inte på styrenheten. Inget har sparats. Skapa den bland enhetens åtkomstprofiler, eller välj dörrar.`,
    en: ({ group }) =>
      `The group ${group} is not on the controller. Nothing has been saved. Make it among the device's access profiles, or choose doors.`,
  }),
  weekly_code_elsewhere: {
    status: 409,
    code: "conflict",
    sv: "Detta är en veckokod. Den ändras under Veckokoder. Inget har ändrats.",
    en: "This is a weekly code. It is changed under Weekly codes. Nothing has been changed.",
  },
  end_user_elsewhere: {
    status: 409,
    code: "conflict",
    sv: "Personen är en slutanvändare och ändras under Slutanvändare. Inget har ändrats.",
    en: "The person is an end user and is changed under End users. Nothing has been changed.",
  },
  window_reversed: {
    status: 400,
    code: "invalid_body",
    field: "validTo",
    sv: "Giltig till-datum måste vara efter giltig från-datum",
    en: "The end date must be after the start date",
  },
  object_already_owned: {
    status: 409,
    code: "conflict",
    sv: "Objektet på enheten har redan en ägare i portalen. Inget har ändrats. Ladda om listan.",
    en: "The object on the device has an owner in the portal already. Nothing has been changed. Reload the list.",
  },
  device_refused_change: {
    status: 502,
    code: "device_fault",
    sv: "Enheten gjorde inte ändringen. Den är sparad i portalen och försöks igen; se Synkstatus.",
    en: "The device did not make the change. It is saved in the portal and tried again; see Sync status.",
  },
});
