// Links lead only to a page of the portal at its configured address, whatever the request says.

/** The longest address, encoded as a parameter: a mailed link that contains it must have at most 2,000 characters. */
const ENCODED_MAX_LENGTH = 1_500;

/** Returns the wanted address if it is within /auth, else /auth. `anyPage` admits the whole portal, for linking an identity. */
export function pageAddress(publicUrl: string, wanted: string | undefined, anyPage = false): string {
  const home = `${publicUrl}/auth`;
  if (wanted === undefined || wanted.length > ENCODED_MAX_LENGTH || !URL.canParse(wanted, home)) return home;
  const url = new URL(wanted, home);
  const base = new URL(publicUrl);
  if (url.origin !== base.origin || url.username !== "" || url.password !== "") return home;
  const path = decoded(url.pathname);
  const root = base.pathname.replace(/\/$/, "");
  if (path === null || !path.startsWith(`${root}/`)) return home;
  if (/^\/(auth|rest|functions|realtime)\/v1(\/|$)/.test(path.slice(root.length))) return home;
  if (!anyPage && path !== `${root}/auth` && !path.startsWith(`${root}/auth/`)) return home;
  url.hash = "";
  return encodeURIComponent(url.href).length > ENCODED_MAX_LENGTH ? home : url.href;
}

/** Returns the address with these parameters in its query, in place of any of the same name. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Decodes a path; returns null for a broken escape, or one that hides another path. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return /[\\]|\.\.|\/\//.test(text) ? null : text;
  } catch {
    return null;
  }
}
