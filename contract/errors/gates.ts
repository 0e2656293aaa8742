import { defineErrors, given } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const gateErrors = defineErrors({
  read_too_late: { status: 408, code: "request_timeout",
    sv: "Anropet kom inte fram i tid. Inget har loggats och grinden öppnas inte.",
    en: "The call did not arrive in time. Nothing was logged and the gate does not open." },
  read_parameter_missing: given<{ name: string }>({ status: 400, code: "missing_parameter",
    sv: ({ name }) => `Anropet saknar ${name}. Inget har loggats.`,
    en: ({ name }) => `The call is missing ${name}. Nothing was logged.` }),
  webhook_unauthorized: { status: 401, code: "webhook_unauthorized",
    sv: "Fel användarnamn eller lösenord för grindens anrop.",
    en: "Wrong user name or password for the gate's call." },
  webhook_not_made: { status: 503, code: "internal",
    sv: "Installationens LPR-inloggning är inte skapad än. Inget har ändrats. Starta om portalen och försök igen.",
    en: "The installation's LPR sign-in has not been created yet. Nothing has been changed. Restart the portal and try again." },
  lpr_controller_gone: { status: 404, code: "controller_not_found",
    sv: "LPR-styrenheten finns inte längre. Ladda om listan.",
    en: "The LPR controller is no longer there. Reload the list." },
  macro_outcome_unknown: { status: 504, code: "device_timeout",
    sv: "Inget svar från LPR-servern i tid. Grinden kan ha öppnats; titta efter innan du försöker igen.",
    en: "No answer from the LPR server in time. The gate may have opened; look before you try again." },
  macro_not_found: { status: 502, code: "macro_refused",
    sv: "Macro hittades inte",
    en: "The macro was not found" },
  macro_refused: { status: 502, code: "macro_refused",
    sv: "LPR-servern utförde inte macrot. Kontrollera kontots rättigheter och macrots ID.",
    en: "The LPR server did not run the macro. Check the account's rights and the macro's ID." },
});
