// Refusals about administrators, invitations and the first system admin.
import { defineErrors } from "./define-errors.ts";

export const administratorErrors = defineErrors({
  no_longer_system_admin: {
    status: 403,
    code: "forbidden",
    sv: "Du är inte längre systemadministratör. Inget har ändrats.",
    en: "You are no longer a system administrator. Nothing has been changed.",
  },
  own_password_elsewhere: {
    status: 409,
    code: "conflict",
    sv: "Ditt eget lösenord byter du under Mitt konto. Inget har ändrats.",
    en: "You change your own password under My account. Nothing has been changed.",
  },
  own_factors_elsewhere: {
    status: 409,
    code: "conflict",
    sv: "Dina egna andra steg tar du bort under Mitt konto. Inget har ändrats.",
    en: "You remove your own second steps under My account. Nothing has been changed.",
  },
  no_factors: {
    status: 409,
    code: "conflict",
    sv: "Administratören har ingen tvåstegsverifiering. Inget har ändrats.",
    en: "The administrator has no two-step verification. Nothing has been changed.",
  },
  cannot_delete_self: {
    status: 409,
    code: "cannot_delete_self",
    sv: "Du kan inte ta bort dig själv",
    en: "You cannot remove yourself",
  },
  password_already_chosen: {
    status: 409,
    code: "conflict",
    sv: "Administratören har redan valt ett eget lösenord. Inget har skickats. Skapa nya inloggningsuppgifter först.",
    en: "The administrator has already chosen a password. Nothing has been sent. Make new sign-in details first.",
  },
  administrator_gone: {
    status: 404,
    code: "not_found",
    sv: "Administratören finns inte längre. Ladda om listan.",
    en: "The administrator is no longer there. Reload the list.",
  },
  administrator_unknown: {
    status: 404,
    code: "not_found",
    field: "admin_email",
    sv: "Ingen administratör har den e-postadressen. Inget har skickats.",
    en: "No administrator has that email address. Nothing has been sent.",
  },
  welcome_mail_refused: {
    status: 502,
    code: "mail_refused",
    field: "admin_email",
    sv: "Kunde inte skicka välkomstmail: e-postservern tar inte emot adressen. Kontrollera e-postadressen.",
    en: "The welcome mail could not be sent: the mail server does not accept the address. Check the email address.",
  },
  // In the words that clients of the hosted service know.
  email_taken: {
    status: 409,
    code: "email_taken",
    field: "email",
    sv: "User already registered",
    en: "User already registered",
  },
  last_system_admin: {
    status: 409,
    code: "last_system_admin",
    sv: "Det måste finnas minst en systemadministratör. Inget har ändrats. Lägg till en till först.",
    en: "There must be at least one system administrator. Nothing has been changed. Add another one first.",
  },
  administrators_organization_gone: {
    status: 404,
    code: "not_found",
    sv: "Organisationen finns inte längre. Inget har sparats. Ladda om listan.",
    en: "The organisation is no longer there. Nothing has been saved. Reload the list.",
  },
  invitation_ended: {
    status: 403,
    code: "forbidden",
    sv: "Inbjudan gäller inte längre: den är använd, för gammal eller ersatt av en nyare. Be en administratör om en ny.",
    en: "The invitation is no longer valid: it has been used, is too old or was replaced by a newer one. Ask an administrator for a new one.",
  },
  setup_link_invalid: {
    status: 403,
    code: "forbidden",
    sv: "Länken gäller inte. Starta om servern och använd länken som den skriver ut.",
    en: "The link is not valid. Restart the server and use the link that it prints.",
  },
  already_set_up: {
    status: 409,
    code: "conflict",
    sv: "Det finns redan en systemadministratör. Logga in i stället.",
    en: "There is a system administrator already. Sign in instead.",
  },
  first_password_weak: {
    status: 400,
    code: "weak_password",
    field: "password",
    sv: "Lösenordet är för svagt",
    en: "The password is too weak",
  },
});
