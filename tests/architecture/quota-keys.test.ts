// Lists every quota of the server by its key: the callers who may choose or create the parts of the key, and the limit on them. The list is read
// from the source, so that a new quota fails until somebody has added it.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const KEYS: Readonly<Record<string, string>> = {
  "access-preview:": "the account",
  "account:":
    "a typed address or an account: anybody names it; a reserve for known addresses, devices and sessions (decision 0030)",
  "address:": "the caller's own network; devices and sessions are not charged to it",
  "ask-unit:": "the account",
  "audit-from:": "the caller's own network: how many bursts it may have recorded",
  "audit:": "an account or network: one recorded burst a window, whoever made it",
  "challenge:": "a known device, or the account, apart for sessions with the password alone",
  "changes:": "the account, of sessions with every factor",
  "code:": "a code that only its link's owner has",
  "device:": "a device, given with a sign-in that shows every factor: attempts at the account's own secrets",
  "door-": "an account, or an organisation's door",
  "dry-run:": "the account",
  "gate-open:": "an account, and a gate that it may open",
  "image:": "the account",
  "import-mails:": "the account",
  "mail:": "a mailbox that anybody names, by network too, with reserves for known addresses, devices and sessions",
  "oidc:": "the caller's own network",
  "pin-mail:": "a PIN that the caller's organisation has",
  "pin-search:": "the account",
  "reveal:": "the account",
  "session:": "a session with every factor",
  "signIns:": "the account, after a right password",
  "signIns:device:": "a device, which costs nothing to get: a part of the account's reserve",
  "signIns:devices:": "the account: all its devices together",
  "sms:device:": "a device: a part of the account's reserve",
  "sms:devices:": "the account: all its devices together",
  "sms:enrolment:": "the account",
  "sms:enrolments:": "the account, a day",
  "sms:first:": "the account, each number it names: once, within what it has in all",
  "sms:number:": "a number that anybody names: enrolments alone, and each account's first message is not charged to it",
  "sms:verified:": "the account: whoever else names the number pays elsewhere",
  "test-mail:": "the account",
};

/** Endings of mail keys, which follow the beginning in server/auth/links/mail-allowance.ts, and of keys by day and hour. */
const WITHIN = new Set(["own:", "owners:", "from:", "awaiting:"]);

const CHARGES =
  /\b(?:limiter\.(?:consume|consumeMany|take|takeOwn|isConsumed)|takeOwn|takeStamp|takeOfAccount|requireMailAllowance)\b|\bkey: `|OwnQuota/;
const KEY = /`([a-zA-Z]+-?(?:[a-z]+)?:?(?:[a-z]+:)*)\$\{/g;

function keysOf(path: string): string[] {
  const source = readFileSync(path, "utf8");
  if (!CHARGES.test(source)) return [];
  return [...source.matchAll(KEY)].map(([, key = ""]) => key).filter((key) => /[:-]$/.test(key) && !WITHIN.has(key));
}

test("each quota's key says who may name it and what limits that caller", () => {
  const files = globSync("server/**/*.ts").filter((path) => !path.endsWith(".test.ts"));
  const found = new Set(files.flatMap(keysOf));
  expect([...found].sort()).toEqual(Object.keys(KEYS).sort());
});

test("no quota is charged where its key cannot be read", () => {
  const files = globSync("server/**/*.ts").filter((path) => !path.endsWith(".test.ts"));
  const charging = files.filter((path) =>
    /\blimiter\.(?:consume|consumeMany|takeOwn|take)\(/.test(readFileSync(path, "utf8")),
  );
  expect(charging.length).toBeGreaterThan(8);
  expect(charging.filter((path) => keysOf(path).length === 0 && !path.endsWith("limits/attempt.ts"))).toEqual([]);
});
