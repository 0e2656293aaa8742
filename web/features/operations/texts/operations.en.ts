import { ownWord } from "#contract/own-word.ts";
import { counted } from "#web/texts/counted.ts";
import type { operationsTexts } from "./operations.sv.ts";

const differs: Record<string, string> = {
  user_missing: "the person is missing on the device",
  credential_missing: "the PIN is missing on the device",
  user_token: "the PIN belongs to another person on the device",
  pin: "another PIN on the device",
  valid_from: "another validity on the device",
  valid_to: "another validity on the device",
  disabled: "disabled on the device",
  profiles: "other doors on the device",
  credential_left: "the PIN is still on the device",
};

const troubles: Record<string, string> = {
  device_unreachable: "The device is not answering.",
  device_timeout: "The device did not answer in time.",
  device_auth_failed: "The device did not accept the sign-in.",
  device_certificate_changed: "The device's certificate has changed.",
  device_serial_changed: "Another device answers at the address.",
};

export const operations: typeof operationsTexts = {
  title: "Operations",
  subtitle: "How the portal itself is doing",
  failed: "The state could not be fetched. Try again in a while.",
  retry: "Try again",

  portal: "The portal",
  version: "Version",
  started: "Started",
  runtime: "Node and PostgreSQL",
  schema: "The database's schema",
  schemaNewer: (database, code) =>
    `The database is at ${String(database)}, this server knows ${String(code)}. Update the server.`,
  certificate: "Certificate",
  certificateEnds: (host, day) => `${host}, expires ${day}`,
  certificateSoon: {
    proxy: "The certificate expires soon. Renew it in the proxy.",
    none: "The certificate expires soon. Renew it in the proxy.",
    files: "The certificate expires soon. Put a new one in TLS_CERT_FILE.",
    internal: "The certificate expires soon and was not replaced. The cause is in the server's log.",
  },
  noCertificate: "The portal is reached without https, or did not answer at its own address",

  storage: "Database and disk",
  database: "Size of the database",
  disk: "Free on the disk",
  diskOf: (free, total) => `${free} of ${total}`,
  diskFull: "The disk is nearly full. Free some space before the database stops accepting changes.",
  backup: "Last back-up",
  noBackup: "No back-up has been made.",
  backupHelp: "Make one under Back-ups, on this page.",
  backupOld: "The last back-up is more than a day old.",

  work: "In progress",
  controllers: "Controllers",
  controllersAre: (online, offline) => `${online} answering, ${offline} not answering`,
  workers: "Syncing now with",
  workersOf: (leased, due) => `${counted(leased, "controller", "controllers")}, ${due} waiting their turn`,
  syncPaused: "All syncing is paused.",
  replicas: "Changes on their way to devices",
  replicasAre: (pending, failed) => `${pending} waiting, ${failed} failed at the last attempt`,
  oldestRemoval: "Oldest removal",
  mail: "Emails in the queue",
  mailOff: "SMTP_URL is not set: emails wait in the queue.",
  mailAre: (queued, failed) => `${queued} waiting, ${failed} could not be sent in the last 24 hours`,
  none: "None waiting",

  restored: "Restored back-up",
  restoredNote: (taken) =>
    `The database shows things as they were ${taken}. Nothing is sent to the controllers and no gate opens until you have gone through the differences and continued.`,
  stillHeld:
    "Some controllers could not be read after the restore. Nothing is sent to them until they have been compared.",
  inspect: "Read the controllers",
  inspecting: "Reading...",
  notRead: "Not read yet",
  trouble: (code) => ownWord(troubles, code) ?? "The device could not be read.",
  same: "No differences",
  missing: "In the database, but not on the device",
  missingHelp:
    "Probably removed after the back-up. They are switched off, with PIN and number plate, unless you tick them.",
  differing: "Different on the device",
  differingHelp: "Probably changed after the back-up. The credential is switched off unless you tick it.",
  pinAlone: "A PIN alone is enough says the database, but not the device",
  pinAloneHelp:
    "Probably switched off after the back-up, and switched off again. Turn it on among the access points if it is to apply.",
  unknown: "On the device, but not in the database",
  unknownHelp:
    "Probably added after the back-up. They are left there and may open doors unless you tick them for removal.",
  foreign: (count) =>
    count === "1"
      ? "1 object does not belong to the portal and is left alone."
      : `${count} objects do not belong to the portal and are left alone.`,
  notListed: (count) =>
    count === "1"
      ? "1 more object on the device has no room in the list and is left there."
      : `${count} more objects on the device have no room in the list and are left there.`,
  grantAgain: (name) => `Give ${name} access again`,
  removeIt: (name) => `Remove ${name} from the device`,
  unnamed: "no name",
  differs: (kinds) => [...new Set(kinds.map((kind) => ownWord(differs, kind) ?? kind))].join(", "),
  goOn: "Continue",
  goOnTitle: "Continue after the restore?",
  goOnSentence: "Syncing is resumed and the gates open again as the restored database says.",
  goOnConsequence: (off, granted, removed) =>
    `${counted(off, "credential is", "credentials are")} switched off, ${granted} given again, ${counted(removed, "object", "objects")} removed from devices. Controllers that could not be read are left alone.`,
  goOnGates:
    "Number plates that were removed after the back-up do not show on any device. Go through them yourself if you know that some were removed.",
  wentOn: (off) => `Syncing is running. ${counted(off, "credential was", "credentials were")} switched off.`,
};
