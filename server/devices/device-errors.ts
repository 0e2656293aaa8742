// A device's failure in the words of the portal: one place from driver error to status, code and Swedish sentence.
import type { ErrorCode } from "#contract/errors.ts";
import {
  AccountLockedError,
  AddressForbiddenError,
  CertificateChangedError,
  DeviceError,
  type DeviceErrorCode,
  SerialChangedError,
} from "#drivers/errors.ts";
import { PortalError } from "#server/platform/http/errors.ts";

const NOT_CHANGED = "Inget har ändrats på enheten.";

/** [status, code, sentence] by the driver's code; a null sentence is the device's own fault text. */
const ANSWERS: Record<DeviceErrorCode, [number, ErrorCode, string | null]> = {
  connection_lost: [504, "device_timeout", "Förbindelsen med enheten bröts innan den svarade. Försök igen."],
  aborted: [504, "device_timeout", "Anropet till enheten avbröts. Försök igen."],
  device_failed: [502, "device_fault", null],
  device_fault: [502, "device_fault", null],
  item_not_found: [502, "device_fault", "Item not found"],
  address_invalid: [
    400,
    "invalid_body",
    "Adressen kan inte läsas. Skriv ett värdnamn, en IP-adress eller en adress som börjar med https://.",
  ],
  unreachable: [
    504,
    "device_unreachable",
    "Enheten svarar inte. Kontrollera adress, port och nätverk och försök igen.",
  ],
  timeout: [504, "device_timeout", "Enheten svarade inte i tid. Försök igen när den är tillbaka."],
  auth_failed: [
    502,
    "device_auth_failed",
    "Enheten godtog inte användarnamnet eller lösenordet. Kontrollera uppgifterna.",
  ],
  basic_over_http_refused: [
    502,
    "device_basic_over_http",
    "Enheten vill ha lösenordet okrypterat. Använd https, port 443.",
  ],
  certificate_changed: [
    502,
    "device_certificate_changed",
    "Enhetens certifikat har ändrats. Inget lösenord har skickats. Godkänn det nya certifikatet om enheten har bytts ut.",
  ],
  certificate_error: [
    502,
    "device_certificate_error",
    "Enhetens certifikat kunde inte användas. Inget lösenord har skickats.",
  ],
  serial_changed: [
    502,
    "device_serial_changed",
    "En annan enhet svarar på adressen. Återställ styrenheten om den har bytts ut.",
  ],
  not_this_kind_of_device: [
    502,
    "device_nonsense",
    "Det som svarar på adressen är inte en enhet av den valda typen. Kontrollera adress, port och typ.",
  ],
  unsupported_firmware: [
    502,
    "device_unsupported",
    "Enhetens programvara saknar åtkomsttjänsten. Byt till ett programvaruspår med VAPIX.",
  ],
  no_plate_lists: [
    502,
    "device_without_lists",
    "LPR-servern har inga nummerlistor. Inget har skrivits där, och portalen avgör passagerna som vanligt. Aktivera nummerlistor på servern eller stäng av listan på styrenheten.",
  ],
  nonsense_reply: [
    502,
    "device_nonsense",
    "Enheten svarade obegripligt. Kontrollera att adressen går till rätt enhet.",
  ],
  reply_too_large: [
    502,
    "device_nonsense",
    "Enheten svarade med mer än vad den får. Kontrollera att adressen går till rätt enhet.",
  ],
  address_forbidden: [
    400,
    "device_address_forbidden",
    "Adressen ligger utanför de nät som portalen får nå. Be driftansvarig lägga till nätet i DEVICE_NETWORKS.",
  ],
  account_locked: [502, "device_locked", "Enheten har spärrat kontot efter för många försök. Vänta och försök igen."],
  overloaded: [502, "device_overloaded", "Enheten är överbelastad. Försök igen om en stund."],
};

/** The field of the connection that has to be changed, where it can be told. */
const FIELDS: Partial<Record<DeviceErrorCode, string>> = {
  address_invalid: "device_ip",
  address_forbidden: "device_ip",
  basic_over_http_refused: "device_port",
};

/** `prefix`: the specification's text for the act that failed, e.g. "Failed to sync access points". */
export function deviceFailure(error: unknown, prefix?: string): unknown {
  if (!(error instanceof DeviceError)) return error;
  const [status, code, known] = ANSWERS[error.code];
  const sentence =
    refusedAccount(error) ?? refusedAddress(error) ?? known ?? `Enheten sade nej: ${error.message}. ${NOT_CHANGED}`;
  return new PortalError(status, code, prefix === undefined ? sentence : `${prefix}: ${sentence}`, {
    ...detailsOf(error),
    ...fieldOf(error.code),
    cause: error,
  });
}

/** Inside an allowed network and refused all the same: naming the network again would not help. */
function refusedAddress(error: DeviceError): string | null {
  if (!(error instanceof AddressForbiddenError) || error.reason !== "metadata") return null;
  return `Adressen hör till molnleverantörens egna tjänster, som kan lämna ut nycklar, och anropas inte. ${NOT_CHANGED} Finns en enhet just där kan driftansvarig ange adressen ensam i DEVICE_NETWORKS, med /32 eller /128.`;
}

/** An account that may not sign in although its password is right: waiting would not help, so it is not called locked. */
function refusedAccount(error: DeviceError): string | null {
  if (!(error instanceof AccountLockedError)) return null;
  if (/^(second_factor|tfa)/.test(error.reason))
    return "Kontot på enheten kräver en andra faktor. Skapa ett konto utan den för portalen. Inget har ändrats.";
  if (/^(timezone|wrong_supervisor)/.test(error.reason))
    return "Kontot på enheten får inte logga in just nu. Kontrollera dess roll och tider på LPR-servern. Inget har ändrats.";
  return null;
}

function fieldOf(code: DeviceErrorCode): { field?: string } {
  const field = FIELDS[code];
  return field === undefined ? {} : { field };
}

/** What an admin must see before accepting it: the new certificate, or whose serial answers. */
function detailsOf(error: DeviceError): { details?: Record<string, string> } {
  if (error instanceof CertificateChangedError) return { details: { fingerprint: error.seen, pinned: error.expected } };
  if (error instanceof SerialChangedError) return { details: { serial: error.seen, expected: error.expected } };
  return {};
}
