// The tests' servers hash with argon2's least cost; a server that is started without their option does not.
import { expect, test } from "vitest";
import { createAccount, startAnotherServer, startTestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

test("a server hashes passwords with 19 MiB and two passes, and accepts those of another cost", async () => {
  const portal = await startTestPortal();
  const another = await startAnotherServer(portal);
  try {
    const { email } = await createAccount(another, "dyr", null);
    const { rows } = await portal.admin.query<{ hash: string }>(
      "select split_part(password_hash, '$', 2) || ' ' || split_part(password_hash, '$', 4) as hash from auth.users where email = $1",
      [email],
    );
    expect(rows).toEqual([{ hash: "argon2id m=19456,t=2,p=1" }]);
    await signedInClient(another.url, portal.accounts.nord);
  } finally {
    await another.close();
    await portal.close();
  }
});
