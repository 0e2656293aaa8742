// Replaces the secret key when a table refuses one of its rows: all other rows get the new key.
import { expect, test } from "vitest";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { reencryptOnConsole } from "#server/operations/reencrypt-console.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { ids, openWorld } from "#tests/integration/platform/world.ts";
import { openPool } from "#tests/support/pool.ts";

const OLD = "the-key-that-is-replaced-in-this-test-file";
const NEW = "the-key-that-comes-after-the-old-one-in-tests";

test("a tenant's row that a later rule refuses keeps its key and is named; the neighbours' get the new one", async () => {
  await using world = await openWorld();
  const pool = (role: string) =>
    openPool({ connectionString: world.database.authenticatorUrl, options: `-c role=${role}`, max: 2 });
  await using ends = new AsyncDisposableStack();
  const engine = ends.adopt(pool("portal_engine"), (one) => one.end());
  const auth = ends.adopt(pool("portal_auth"), (one) => one.end());
  const old = createKeyRing(OLD);
  await world.admin.query("update controllers set password_encrypted = null");
  for (const id of [ids.shared, ids.southern])
    await world.admin.query("update controllers set password_encrypted = $2 where id = $1", [
      id,
      encryptControllerPassword(old, id, "S3cret-pass"),
    ]);
  await world.admin.query("delete from credentials where credential_type = 'pin'");
  await world.admin.query("delete from controller_users; delete from weekly_codes");
  await world.admin.query("alter table controllers add constraint later_rule check (name <> 'Delad') not valid");
  const keys = createKeyRing(NEW, [OLD]);
  const { said, sound } = await reencryptOnConsole({ engine, auth, keys });
  expect(sound).toBe(false);
  expect(said[0]).toBe("controllers.password_encrypted: 2 read, 1 re-encrypted, 1 REFUSED by a rule of the table");
  expect(said.join("\n")).toContain(`Still needed: ${old.keyId}.`);
  const { rows } = await world.admin.query(
    "select name, split_part(password_encrypted, ':', 2) as key from controllers where password_encrypted is not null order by name",
  );
  expect(rows).toEqual([
    { name: "Delad", key: old.keyId },
    { name: "Södra", key: keys.keyId },
  ]);
  await world.admin.query("alter table controllers drop constraint later_rule");
  expect((await reencryptOnConsole({ engine, auth, keys })).sound).toBe(true);
});
