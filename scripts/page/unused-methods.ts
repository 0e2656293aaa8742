// Empties methods of packages that the page never calls. A tree shaker keeps every method of a class or schema of which one is called.
import type { Plugin } from "vite";

export interface SlimmedFile {
  readonly file: RegExp;
  /** Methods that lose their bodies; each stands once in the file, indented by four spaces. */
  readonly emptied: readonly string[] | { readonly allBut: readonly string[] };
  /** Other texts with what takes their place; each is found at least once. */
  readonly replaced: readonly (readonly [RegExp, string])[];
}

/** Sign-in by other means, anybody's administration, and what only servers do. `_debug` prints nothing without the client's `debug`. */
export const AUTH_CLIENT: SlimmedFile = {
  file: /[\\/]auth-js[\\/]dist[\\/]module[\\/]GoTrueClient\.js$/,
  emptied: [
    "signInAnonymously",
    "signUp",
    "exchangeCodeForSession",
    "signInWithWeb3",
    "signInWithEthereum",
    "signInWithSolana",
    "signInWithIdToken",
    "signInWithOtp",
    "signInWithSSO",
    "resend",
    "_getAuthorizationDetails",
    "_approveAuthorization",
    "_denyAuthorization",
    "_listOAuthGrants",
    "_revokeOAuthGrant",
    "fetchJwk",
    "getClaims",
    "signInWithPasskey",
    "registerPasskey",
    "_startPasskeyRegistration",
    "_verifyPasskeyRegistration",
    "_startPasskeyAuthentication",
    "_verifyPasskeyAuthentication",
    "_listPasskeys",
    "_updatePasskey",
    "_deletePasskey",
    "dispose",
  ],
  replaced: [[/^ +this\._debug\(.*\);$/gm, ""]],
};

/** The client's own sign-out goes through it. */
export const AUTH_ADMIN: SlimmedFile = {
  file: /[\\/]auth-js[\\/]dist[\\/]module[\\/]GoTrueAdminApi\.js$/,
  emptied: { allBut: ["constructor", "signOut"] },
  replaced: [],
};

/** Formats of a text (the page uses z.email() and the like), JSON Schema, and the compiled parser of objects. */
export const SCHEMAS: SlimmedFile = {
  file: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/,
  emptied: [
    "email",
    "url",
    "jwt",
    "emoji",
    "guid",
    "uuid",
    "uuidv4",
    "uuidv6",
    "uuidv7",
    "nanoid",
    "cuid",
    "cuid2",
    "ulid",
    "base64",
    "base64url",
    "xid",
    "ksuid",
    "ipv4",
    "ipv6",
    "cidrv4",
    "cidrv6",
    "e164",
    "datetime",
    "date",
    "time",
    "duration",
    "toJSONSchema",
    "exactPartial",
    "exactOptional",
    "required",
    "nonoptional",
    "prefault",
    "and",
    "slugify",
  ],
  replaced: [
    [/^ +inst\._zod\.processJSONSchema = .*;$/gm, ""],
    [/core\.\$ZodObjectJIT\b/g, "core.$ZodObject"],
  ],
};

const SLIMMED: readonly SlimmedFile[] = [AUTH_CLIENT, AUTH_ADMIN, SCHEMAS];

/** Slims the three files in a build. The build fails once a release of a package has other methods or another layout. */
export function withoutUnusedMethods(): Plugin {
  return {
    name: "portal-without-unused-methods",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: SLIMMED.map(({ file }) => file) },
      handler(code, id) {
        const slimmed = SLIMMED.find(({ file }) => file.test(id));
        return slimmed && { code: slim(code, slimmed), map: null };
      },
    },
  };
}

/** Returns the code without the bodies. Throws Error for a method or text that the code does not have. */
export function slim(code: string, { emptied, replaced }: SlimmedFile): string {
  let left = code;
  for (const name of emptiedOf(code, emptied)) {
    const method = new RegExp(`^( {4}(?:async )?${name})\\(.*\\) \\{$[\\s\\S]*?^ {4}\\}(,?)$`, "gm");
    if ([...left.matchAll(method)].length !== 1) throw new Error(`Not one method ${name}: look at this list again`);
    left = left.replace(method, "$1() {}$2");
  }
  for (const [text, instead] of replaced) {
    if (left.search(text) === -1) throw new Error(`${text} is nowhere: look at this list again`);
    left = left.replace(text, instead);
  }
  return left;
}

/** Returns the names of the emptied methods. */
export function emptiedOf(code: string, emptied: SlimmedFile["emptied"]): readonly string[] {
  if (!("allBut" in emptied)) return emptied;
  const names = [...code.matchAll(/^ {4}(?:async )?(\w+)\(.*\) \{$/gm)].map(([, name = ""]) => name);
  return names.filter((name) => !emptied.allBut.includes(name));
}
