// Every number of the specification's section 9 and of the wire, named once with its unit.

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 255;
/** Hard minimum; weak passwords above it are refused by strength instead. */
export const PASSWORD_MIN_LENGTH = 6;
export const PIN_MIN_DIGITS = 4;
export const PIN_MAX_DIGITS = 6;
export const PLATE_MAX_LENGTH = 20;
export const VEHICLE_TYPE_MAX_LENGTH = 100;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const PURPOSES_MAX_LENGTH = 4000;
/** Most days that an organisation may have its passages kept: ten years. */
export const LOG_DAYS_MAX = 3650;

export const PORT_MIN = 1;
export const PORT_MAX = 65_535;
export const DEFAULT_PORT = { axis: 443, axxon_lpr: 80 } as const;

/** Days that the controller-users dialog proposes: for a new person, and when editing one without an end. */
export const CONTROLLER_USER_DAYS_NEW = 30;
export const CONTROLLER_USER_DAYS_EDIT = 365;
export const CONTROLLER_USERS_REFRESH_MS = 30_000;

/** Weekly codes are handed out by mouth and by paper: one length everywhere, where the readers take it. */
export const WEEKLY_CODE_DIGITS = 6;
/** Most codes made at once: a year. */
export const WEEKLY_CODE_WEEKS_MAX = 53;

export const ACCESS_LOG_WINDOW_HOURS = 24;
export const ACCESS_LOG_LIMIT = 100;

export const IMPORT_CHUNK_ROWS = 100;
export const IMPORT_MAX_DUPLICATE_WARNINGS = 10;
export const IMPORT_MAX_INVALID_REASONS = 5;

/** How long a function that saves waits for its lanes before it answers "pending". */
export const SYNC_WAIT_MS = 10_000;

/** A second granted read of one plate at one gate inside this time is logged but opens nothing. */
// Fault point: gate-opens-twice.
export const GATE_REPEAT_SECONDS = 10;
/** Nothing is sent to a gate later than this after the read arrived. */
export const GATE_LATEST_MS = 5_000;

/** A request's headers and body arrive within this time, and a connection without one ends after it. A gate's call has GATE_LATEST_MS. */
export const REQUEST_LIMIT_MS = 15_000;
/** A live connection of the page joins its first channel within this time, signed in, or is closed. */
export const SOCKET_JOIN_MS = 5_000;

/** How long a gate's old webhook password works beside its new one: as proposed, and at most. */
export const WEBHOOK_OVERLAP_HOURS = 24;
export const WEBHOOK_OVERLAP_HOURS_MAX = 168;

/**
 * Typed PINs that may be looked at where a controller holds codes of others: an organisation's purse, and a system admin's own.
 * `told`: answers "PIN-koden används redan" in an hour. More would map other tenants' PINs. The database has the same numbers in
 * private.pin_limits().
 */
export const PIN_ATTEMPTS = {
  organization: { hour: 30, day: 100, told: 10 },
  systemAdmin: { hour: 100, day: 300, told: 20 },
} as const;
/** PINs that the portal proposes to one organisation (or system admin) at such controllers: each tells that one PIN is free. */
export const PIN_OFFERS = { hour: 200, day: 1_000 } as const;
/** Most PINs of one person, and of one organisation at a controller that others use too: half of all four-digit codes. */
export const PIN_QUOTAS = { person: 20, controller: 5_000 } as const;
/** Credentials of one organisation with one and the same plate: a gate weighs all of them at each read. */
export const SAME_PLATE_MAX = 20;

/** How lately a person re-authenticated for acts that show or change a secret. `private.step_up_seconds` says the same in SQL. */
export const STEP_UP_SECONDS = 5 * 60;
/** Replies that open stored codes (a PIN, the list of weekly codes), per account and hour. */
export const REVEALS_PER_HOUR = 20;

/**
 * Different digits that an account may search people by, from so many digits on, the longest first. A hundred pairs of digits would tell
 * everybody's PIN; a single digit is looked for in names and plates alone.
 */
export const PIN_SEARCHES = [
  [4, { hour: 100, day: 400 }],
  [3, { hour: 60, day: 240 }],
  [2, { hour: 20, day: 80 }],
] as const;

/** What an account may keep of its own (`PUT /user {data}`), as text and all together; it is in every access token. */
export const USER_DATA_MAX_BYTES = 4096;
export const USER_DATA_MAX_KEYS = 50;
/** Levels of objects and arrays. */
export const USER_DATA_MAX_DEPTH = 4;

export const PAGE_SIZE = 50;
export const SEARCH_SUBSTRING_MIN = 3;

/**
 * Acts of one account that change no row (a list exported, a secret shown, a controller tried): each is a row of the audit that
 * nobody can remove, so a script must not fill the disk with them. More than a person does by hand, or 500 controllers need.
 */
export const AUDITED_ACTS_PER_MINUTE = 120;
export const AUDITED_ACTS_PER_DAY = 3000;
