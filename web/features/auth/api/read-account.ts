import { type User, userSchema } from "#contract/auth.ts";
import { dataOf } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

/** Reads address, second factors and identities; never cached. Throws BackendError. */
export async function readAccount(): Promise<User> {
  return userSchema.parse(dataOf(await authClient.getUser()).user);
}
