export const SESSION_KEY = "portal.session";
