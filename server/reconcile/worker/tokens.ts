// The portal's tokens of people on devices. They are derived, so that a repeated write updates the same object and a listing shows which objects are
// the portal's.
const USER_PREFIX = "wp-u-";
const CREDENTIAL_PREFIX = "wp-c-";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a source's user token. Twin in SQL: database/reconcile/device-tokens.function.sql. */
export function userTokenOf(sourceId: string): string {
  return USER_PREFIX + sourceId;
}

/** Returns a source's credential token. The same SQL file holds its twin. */
export function credentialTokenOf(sourceId: string): string {
  return CREDENTIAL_PREFIX + sourceId;
}

/** Returns the source named by a user or credential token of the portal's form; else null. */
export function sourceOfToken(token: string): string | null {
  for (const prefix of [USER_PREFIX, CREDENTIAL_PREFIX]) {
    if (!token.startsWith(prefix)) continue;
    const sourceId = token.slice(prefix.length);
    if (UUID.test(sourceId)) return sourceId;
  }
  return null;
}
