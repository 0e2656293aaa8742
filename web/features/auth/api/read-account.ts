import { type User, userSchema } from "#contract/auth.ts";
import { dataOf } from "#web/lib/calls/auth-call.ts";
import { backend } from "#web/lib/calls/backend.ts";

/** Reads address, second factors and identities; never cached. Throws BackendError. */
export async function readAccount(): Promise<User> {
  return userSchema.parse(dataOf(await backend.auth.getUser()).user);
}
