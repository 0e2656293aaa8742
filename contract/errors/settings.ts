// Errors that stop a start, in Swedish and English on one line, because no language is chosen yet.

/** The sentence for each setting's rule; the schema decides. */
export const SETTING_RULES = {
  PORT: ["ange ett heltal 0–65535", "give a whole number 0–65535"],
  HOST: ["ange en adress att lyssna på", "give an address to listen on"],
  PUBLIC_URL: ["ange en adress som https://portal.exempel.se", "give an address such as https://portal.example.com"],
  DATABASE_URL: ["ange en adress som börjar med postgres://", "give an address that begins with postgres://"],
  PORTAL_DATA_DIR: ["ange en mapp", "give a folder"],
  PORTAL_SECRET_KEY: ["ange minst 32 tecken", "give at least 32 characters"],
  PORTAL_OTHER_SECRET_KEYS: [
    "ange nycklar på minst 32 tecken, åtskilda av komma eller radbrytning",
    "give keys of at least 32 characters, separated by commas or line breaks",
  ],
  PORTAL_BACKUP_KEY: ["ange minst 32 tecken", "give at least 32 characters"],
  PORTAL_ADMIN_EMAIL: ["ange en e-postadress", "give an email address"],
  PORTAL_ADMIN_PASSWORD: ["ange minst 6 tecken", "give at least 6 characters"],
  SMTP_URL: [
    "ange en adress som börjar med smtp:// eller smtps://",
    "give an address that begins with smtp:// or smtps://",
  ],
  MAIL_FROM: ["ange en adress, eller Namn <adress>", "give an address, or Name <address>"],
  WELCOME_MAIL: ["ange password eller invitation", "give password or invitation"],
  SMS_URL: ["ange en http- eller https-adress", "give an http or https address"],
  DEVICE_NETWORKS: [
    "ange nät som 192.168.0.0/16, åtskilda av komma",
    "give networks such as 192.168.0.0/16, separated by commas",
  ],
  TRUSTED_PROXIES: [
    "ange nät som 172.16.0.0/12, åtskilda av komma",
    "give networks such as 172.16.0.0/12, separated by commas",
  ],
  DOOR_STEP_UP: [
    "ange system_admin, org_admin eller båda, åtskilda av komma",
    "give system_admin, org_admin or both, separated by commas",
  ],
  CORS_ORIGINS: [
    "ange ursprung som https://annan.exempel.se, åtskilda av komma och utan sökväg",
    "give origins such as https://other.example.com, separated by commas and without a path",
  ],
  MAX_CONNECTIONS: ["ange ett heltal 64–1000000", "give a whole number 64–1000000"],
  METRICS_TOKEN: ["ange minst 16 tecken", "give at least 16 characters"],
  SUSPENDED_DAYS: ["ange ett heltal 0–30", "give a whole number 0–30"],
  DRAIN_SECONDS: ["ange ett heltal 0–60", "give a whole number 0–60"],
  LOG_LEVEL: [
    "ange trace, debug, info, warn, error, fatal eller silent",
    "give trace, debug, info, warn, error, fatal or silent",
  ],
} as const;

export const SETTING_UNKNOWN = "se docs/settings.md";

/** Returns the error. `english`: the rule, or the schema's finding; `found`: the part that is wrong. */
export const settingInvalid = (name: string, swedish: string, english: string, found: string): string =>
  `Miljövariabeln ${name} har ett ogiltigt värde: ${swedish}. (${name}: ${english}.${found})`;

export const ADMIN_SETTINGS_APART =
  "PORTAL_ADMIN_EMAIL och PORTAL_ADMIN_PASSWORD måste anges tillsammans. (Set both PORTAL_ADMIN_EMAIL and PORTAL_ADMIN_PASSWORD, or neither.)";

export const tooManyKeys = (keys: number, most: number): string =>
  `Det finns ${keys} andra nycklar i PORTAL_OTHER_SECRET_KEYS och nyckelfilen, men bara ${most} får plats. Kör npm run admin -- reencrypt och ta bort de gamla. (At most ${most} other keys; reencrypt and take the old ones away.)`;

export const keyFileVanished = (path: string): string =>
  `Nyckelfilen ${path} försvann när den skapades. (The key file vanished.)`;

export const keyFileDamaged = (path: string): string =>
  `Nyckelfilen ${path} är skadad. Återställ den från säkerhetskopian. (The key file is damaged; restore it from your backup.)`;

export const keysMissing = (keyIds: readonly string[]): string =>
  `Nyckeln ${keyIds.join(", ")} saknas: det som den förseglade kan inte öppnas. Ange den i PORTAL_OTHER_SECRET_KEYS eller lägg tillbaka rätt secret.key. (A secret key is missing; name it in PORTAL_OTHER_SECRET_KEYS.)`;
