// The addresses of the link that switches notices off, apart from its schema, which the first page does not load.

/** The path in List-Unsubscribe. A POST switches off (RFC 8058), a GET leads to the page that asks. */
export const STOP_NOTICES_PATH = "/functions/v1/stop-notices";
/** Parameter of /auth that asks. */
export const STOP_NOTICES = "notices";
