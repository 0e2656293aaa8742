/** Where the tokens are kept in localStorage. */
export const SESSION_KEY = "portal.session";
