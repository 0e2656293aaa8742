// Every number of docs/requirements.md, section 9, and of the wire, with its unit.

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 255;
/** A hard minimum; longer weak passwords are refused by their strength. */
export const PASSWORD_MIN_LENGTH = 6;
export const PIN_MIN_DIGITS = 4;
export const PIN_MAX_DIGITS = 6;
/** A typing error in the year must not give access for life. `private.require_end` holds the same limit for table calls. */
export const END_DATE_MAX_YEARS = 10;
export const PLATE_MAX_LENGTH = 20;
export const VEHICLE_TYPE_MAX_LENGTH = 100;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const PURPOSES_MAX_LENGTH = 4000;
export const LOG_DAYS_MAX = 3650;

export const PORT_MIN = 1;
export const PORT_MAX = 65_535;

export const CONTROLLER_USER_DAYS_NEW = 30;
export const CONTROLLER_USER_DAYS_EDIT = 365;
export const CONTROLLER_USERS_REFRESH_MS = 30_000;

export const WEEKLY_CODE_DIGITS = 6;
export const WEEKLY_CODE_WEEKS_MAX = 53;

export const ACCESS_LOG_WINDOW_HOURS = 24;
export const ACCESS_LOG_LIMIT = 100;

export const IMPORT_CHUNK_ROWS = 100;
/** Rows of one call that imports people: each call costs its transactions. */
export const PEOPLE_CHUNK_ROWS = 250;
/** Rows of a file of people that one call compares with the organisation's people. */
export const IMPORT_MATCH_ROWS = 2_000;
/** PINs that one call proposes for an import. */
export const IMPORT_PINS = 1_000;
export const IMPORT_MAX_DUPLICATE_WARNINGS = 10;
export const IMPORT_MAX_INVALID_REASONS = 5;

/** Time that a saving function waits for controller workers before it answers "pending". */
export const SYNC_WAIT_MS = 10_000;

/** A second granted read of a plate at a gate within this time is logged but opens nothing. */
// Fault point: gate-opens-twice.
export const GATE_REPEAT_SECONDS = 10;
/** An alias that no camera has read for this long ends. `private.lock_near_miss` and the gate's statement have the same number. */
export const ALIAS_UNUSED_DAYS = 90;
/** Nothing is sent to a gate later than this after the read. */
export const GATE_LATEST_MS = 5_000;
/** A camera's clock may be this far ahead; a read from further ahead opens nothing, as its age is unknown. */
export const CAMERA_CLOCK_AHEAD_MS = 2_000;
/** A camera whose youngest reads are this old on arrival opens for hardly anybody: its clock is wrong. */
export const CAMERA_CLOCK_BEHIND_MS = 4_000;
/** Pushes of one car number and plate are one read within this time, because a camera counts from the start again after a restart. */
export const SAME_CAR_MINUTES = 10;
/** Time during which a camera may repeat a read without a second log row. */
export const PUSH_KEPT_DAYS = 30;
/** A pushed body with its images, which are skipped and not stored. */
export const PUSH_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Events of one door controller that the portal keeps within 24 hours: some five for each passage, so ten thousand passages. A unit that logs
 * without end fills no disk.
 */
export const DOOR_EVENTS_A_DAY = 50_000;

/** Limit for a request's headers and body, and for an idle connection. Gate calls have GATE_LATEST_MS. */
export const REQUEST_LIMIT_MS = 15_000;
/** The headers of a call, including its URL. */
export const HEADERS_MAX_BYTES = 48 * 1024;
/** The URL of a table call: the ids of a thousand rows, and the rest of the query. */
export const URL_MAX_BYTES = 40_000;
/** A realtime connection must join its first channel, signed in, within this time. */
export const SOCKET_JOIN_MS = 5_000;

/** Time that a gate's old webhook password works beside the new one: default and maximum. */
export const WEBHOOK_OVERLAP_HOURS = 24;
export const WEBHOOK_OVERLAP_HOURS_MAX = 168;

/**
 * Quota of typed PINs that are checked where a controller holds others' codes, per organisation and per system admin. `reported`: answers
 * "PIN-koden används redan" per hour; more would reveal other tenants' PINs. Twin: private.pin_limits().
 */
export const PIN_ATTEMPTS = {
  organization: { hour: 30, day: 100, reported: 10 },
  systemAdmin: { hour: 100, day: 300, reported: 20 },
  /** Quota per organisation for PINs of members of its groups, which a job compares (database/people/waiting-pins.function.sql). */
  members: { hour: 50, day: 200, reported: 10 },
} as const;
/** Number of PINs that a change of a group compares at once, charged like typed PINs. Further PINs wait for the job. */
export const MEMBER_PINS_AT_ONCE = 10;
/** PINs proposed to one organisation or system admin at such controllers: each reveals a free PIN. */
export const PIN_OFFERS = { hour: 200, day: 1_000 } as const;
/** Most PINs of one person, and of one organisation at a shared controller: half of all four-digit codes. */
export const PIN_QUOTAS = { person: 20, controller: 5_000 } as const;
/** Credentials of one organisation with the same plate: a gate evaluates all of them at each read. */
export const SAME_PLATE_MAX = 20;

/** Age limit of a re-authentication for secrets. Twin: `private.step_up_seconds`. */
export const STEP_UP_SECONDS = 5 * 60;
/** Replies that decrypt codes (a PIN, the list of weekly codes), per account and hour. */
export const REVEALS_PER_HOUR = 20;

/** Images fetched from LPR servers, per account and hour: each shows people and cars, and is a call to a device. */
export const IMAGES_PER_HOUR = 30;

/** Dry runs of stored PINs at doors, per account and hour: each is a call to a device. */
export const DRY_RUNS_PER_HOUR = 60;

/** Questions to a door's controller about everybody there, per account: each is up to UNIT_ANSWERS_MAX dry runs. */
export const UNIT_QUESTIONS_PER_HOUR = 30;

/** Previews of a save, per account: each locks what the save would, for as long as it runs. An import asks once for each chunk. */
export const PREVIEWS_PER_MINUTE = 120;

/** Distinct digit searches per account, longest first: a hundred two-digit searches would reveal every PIN. */
export const PIN_SEARCHES = [
  [4, { hour: 100, day: 400 }],
  [3, { hour: 60, day: 240 }],
  [2, { hour: 20, day: 80 }],
] as const;

/** A test code for doors ends by itself after this time. */
export const TEST_PIN_MINUTES = 60;

/** Time limit of an examination started from the page: some forty calls of a second each. Changes wait until it ends. */
export const EXAMINATION_SECONDS = 45;

/** Data that an account may store (`PUT /user {data}`), serialised; every access token carries it. */
export const USER_DATA_MAX_BYTES = 4096;
export const USER_DATA_MAX_KEYS = 50;
export const USER_DATA_MAX_DEPTH = 4;

export const PAGE_SIZE = 50;
/** People of one bulk operation: the longest page of a list. */
export const BULK_PEOPLE_MAX = 200;
export const SEARCH_SUBSTRING_MIN = 3;

/** Audited operations of one account that change no row: audit rows stay, so a script must not fill the disk. */
export const AUDITED_EVENTS_PER_MINUTE = 120;
export const AUDITED_EVENTS_PER_DAY = 3000;

/** An import can be undone this long. */
export const IMPORT_UNDO_HOURS = 24;
/** Number of people named in the answer to an undo that kept them because somebody had changed them. */
export const IMPORT_KEPT_NAMES = 50;
/** People removed in one call: the statement stays far below its time limit. */
export const IMPORT_UNDO_CHUNK = 1000;

/** Test emails to oneself, per account and hour. */
export const TEST_MAILS_PER_HOUR = 5;
/** Emails of the same PIN to its person, per day. */
export const PIN_MAILS_PER_DAY = 5;
/** Emails with imported PINs, per account and hour. They need a limit because a file may name any people and addresses. */
export const IMPORT_PIN_MAILS_PER_HOUR = 1_000;
/** People of one call that mails PINs of an import; the page sends fewer, to show its progress. */
export const IMPORT_PIN_MAILS_CHUNK = 50;
/** Characters of a plate without spaces; the longest known have ten. */
export const PLATE_KEY_MAX = 12;

/** Months, the running one included, for which schedules are written to a unit. They are renewed each month. */
export const HOURS_MONTHS = 24;

/**
 * Rows of a week, and of dates with their hours, that are compiled together for a controller: 400 of a week take a second, in which no gate is
 * served.
 */
export const COMPILED_ROWS_MAX = { weekly: 400, daily: 4_000 };
/** Days before the end of the written schedules from which an alert stands. */
export const HOURS_END_DAYS = 60;
