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

/** Answers "PIN-koden används redan" that one admin gets in an hour: more would map other tenants' PINs. */
export const PIN_COLLISION_ANSWERS_PER_HOUR = 10;

export const PAGE_SIZE = 50;
export const SEARCH_SUBSTRING_MIN = 3;
