// Errors that stop a start, in Swedish and English on one line, because no language is chosen yet.
import { formatNumberIn } from "../format-number.ts";

export const SETTING_UNKNOWN = "se docs/settings.md";

/** Returns the error. `english`: the rule, or the schema's finding; `found`: the part that is wrong. */
export const settingInvalid = (name: string, swedish: string, english: string, found: string): string =>
  `Miljövariabeln ${name} har ett ogiltigt värde: ${swedish}. (${name}: ${english}.${found})`;

export const ADMIN_SETTINGS_APART =
  "PORTAL_ADMIN_EMAIL och PORTAL_ADMIN_PASSWORD måste anges tillsammans. (Set both PORTAL_ADMIN_EMAIL and PORTAL_ADMIN_PASSWORD, or neither.)";

export const DIRECT_URL_ALONE =
  "DATABASE_DIRECT_URL behöver DATABASE_URL: den leder förbi en pooler till samma databas. (DATABASE_DIRECT_URL needs DATABASE_URL.)";

export const POOLER_UNNAMED =
  "DATABASE_URL leder genom en pooler, till exempel pgbouncer. Behåll den adressen och ange i DATABASE_DIRECT_URL samma databas utan pooler: LISTEN, migreringar och säkerhetskopior behöver en egen anslutning. Står den redan där, leder den också genom en pooler. (The address leads through a pooler such as pgbouncer. Keep it in DATABASE_URL, and name the same database without the pooler in DATABASE_DIRECT_URL.)";

export const POOLER_BY_STATEMENT =
  "Poolern i DATABASE_URL lånar ut en anslutning för en sats i taget, så att inget kan sparas helt eller inte alls. Ställ in pool_mode = transaction eller session. (The pooler in DATABASE_URL pools by statement; set pool_mode = transaction or session.)";

export const POOLER_ELSEWHERE =
  "DATABASE_URL och DATABASE_DIRECT_URL leder till olika databaser, eller så behåller poolern inte rollen i en transaktion. (DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or the pooler loses the role within a transaction.)";

export const S3_SETTINGS_APART =
  "BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY och BACKUP_S3_SECRET_KEY måste anges tillsammans. (Set all three of BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or none.)";

export const TLS_SETTINGS_APART =
  "TLS_CERT_FILE och TLS_KEY_FILE måste anges tillsammans: certifikatet och dess nyckel. (Set both TLS_CERT_FILE and TLS_KEY_FILE, or neither.)";

export const TLS_SETTINGS_TWICE =
  "Ange antingen TLS=internal eller TLS_CERT_FILE och TLS_KEY_FILE, inte båda. (Set either TLS=internal or the two files, not both.)";

export const REDIRECT_WITHOUT_TLS =
  "HTTP_REDIRECT_PORT behöver TLS=internal, eller TLS_CERT_FILE och TLS_KEY_FILE: annars finns inget att skicka vidare till. (HTTP_REDIRECT_PORT needs TLS.)";

/** Returns the error of a certificate or key that the portal cannot be served with. */
export const tlsRefused = (path: string, swedish: string, english: string): string =>
  `Portalen startar inte med ${path}. ${swedish} (${path}: ${english})`;

export const plainHttpRefused = (host: string): string =>
  `Med HOST=${host} skulle andra maskiner nå portalen okrypterat, och lösenord gå i klartext. Sätt TLS=internal eller TLS_CERT_FILE och TLS_KEY_FILE. Bakom en proxy: sätt PUBLIC_URL till proxyns https-adress och TRUSTED_PROXIES till proxyns nät. ALLOW_HTTP=yes tillåter okrypterat ändå. (With HOST=${host} other machines would reach the portal unencrypted. Set TLS=internal, or TLS_CERT_FILE and TLS_KEY_FILE; behind a proxy set PUBLIC_URL to its https address and TRUSTED_PROXIES to its network; ALLOW_HTTP=yes allows it all the same.)`;

export const tooManyKeys = (keys: number, most: number): string =>
  `Det finns ${keys} andra nycklar i PORTAL_OTHER_SECRET_KEYS och nyckelfilen, men bara ${most} får plats. Kör kommandot admin reencrypt och ta bort de gamla. (At most ${most} other keys; run the command admin reencrypt and take the old ones away.)`;

/** Returns the error of a data folder that the portal cannot write in; `code` is the system's. */
export const dataFolderUnusable = (folder: string, code: string): string =>
  `Datamappen ${folder} går inte att skriva i (${code}). Inget har ändrats. Montera disken skrivbar, frigör plats, ge portalens konto rätt till mappen, eller välj en annan med PORTAL_DATA_DIR. (The data folder cannot be written in. Nothing was changed. Mount the disk for writing, free space, let the portal's account write there, or choose another with PORTAL_DATA_DIR.)`;

export const keyFileVanished = (path: string): string =>
  `Nyckelfilen ${path} försvann när den skapades. (The key file vanished.)`;

export const keyFileDamaged = (path: string): string =>
  `Nyckelfilen ${path} är skadad. Återställ den från säkerhetskopian. (The key file is damaged; restore it from your backup.)`;

export const keysMissing = (keyIds: readonly string[]): string =>
  `Nyckeln ${keyIds.join(", ")} saknas: det som den förseglade kan inte öppnas. Ange den i PORTAL_OTHER_SECRET_KEYS eller lägg tillbaka rätt secret.key. (A secret key is missing; name it in PORTAL_OTHER_SECRET_KEYS.)`;

/** Returns the error of a start that would migrate the database but could not back it up. `trouble`: a sentence of contract/backups.ts. */
export const updateNotBegun = (folder: string, trouble: string): string =>
  `Uppdateringen är inte påbörjad, och databasen är orörd: säkerhetskopian före den kunde inte göras i ${folder}. ${trouble} Starta sedan igen. UPDATE_BACKUP=no uppdaterar utan kopia. (The update has not begun and the database is untouched: no back-up could be made in ${folder}. Mend that and start again, or set UPDATE_BACKUP=no.)`;

/** Returns what is said when an update has left fewer rows, or an audit that does not hold. `file`: the back-up before it; null: none was made. */
export function updateDiffers({
  lost,
  findings,
  file,
}: {
  lost: readonly string[];
  findings: number;
  file: string | null;
}): string {
  const sv = [
    ...(lost.length === 0 ? [] : [`Tabeller har färre rader än före uppdateringen: ${lost.join(", ")}.`]),
    ...(findings === 0 ? [] : [`Händelseloggens kontroll har ${formatNumberIn("sv", findings)} fynd.`]),
    file === null
      ? "Ingen säkerhetskopia gjordes före uppdateringen."
      : `Är det inte meningen: lägg tillbaka den tidigare versionen och kör kommandot admin rollback, som återställer ${file}.`,
  ];
  return `${sv.join(" ")} (After the update: ${lost.length} tables with fewer rows, ${formatNumberIn("en", findings)} findings of the audit. If that is not intended, put the former version in place and run the command admin rollback.)`;
}

/** Returns the error of a migration that failed after the database was backed up to `file`. */
export const updateFailed = (file: string, cause: string): string =>
  `Uppdateringen stannade: ${cause}. Databasen är hel men kan vara delvis uppdaterad, och dörrarna är orörda. Säkerhetskopian från före uppdateringen är ${file}. Tillbaka: lägg tillbaka den tidigare versionen och kör kommandot admin rollback. (The update stopped. The database as it was before is in ${file}; to go back, put the former version in place and run the command admin rollback.)`;
