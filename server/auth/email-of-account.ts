// An account's address, for other domains; their callers already hold the account's id.
export { readEmail as emailOfAccount } from "./users.store.ts";
