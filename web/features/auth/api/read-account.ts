import { type User, userSchema } from "#contract/auth.ts";
import { dataOf } from "#web/lib/auth-call.ts";
import { backend } from "#web/lib/backend.ts";

/** The account itself, read afresh: address, second factors, identities. Throws BackendError. */
export async function readAccount(): Promise<User> {
  return userSchema.parse(dataOf(await backend.auth.getUser()).user);
}
