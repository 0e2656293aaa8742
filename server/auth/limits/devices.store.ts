// Device tokens are checked against an epoch, which a new password or second factor changes.
import type { Pool } from "pg";
import { z } from "zod";

// A second factor invalidates tokens from the time when the password sufficed.
const EPOCH = `coalesce(extract(epoch from password_changed_at)::text, '')
  || case when exists(select from auth.mfa_factors f where f.user_id = users.id and f.status = 'verified') then '+' else '' end`;
// Queried only for signed tokens, by their own account, so timing does not depend on the typed address.
const STILL_GOOD = {
  name: "auth_device_still_good",
  text: `select from auth.users where id = $1 and ${EPOCH} = $2 and deleted_at is null
           and ($3::uuid is null or id = $3) and ($4::text is null or email_normalised = auth.normalise_email($4))`,
};

const FACTS = `select ${EPOCH} as epoch, exists(
    select from auth.mfa_factors f where f.user_id = users.id and f.status = 'verified') as has_factor
  from auth.users where id = $1`;
const factsRow = z.object({ epoch: z.string(), has_factor: z.boolean() });

/** Tells whether a device token is still valid. `account` is the account named by the caller, or null when none was named. */
export async function isDeviceGood(
  db: Pool,
  {
    userId,
    epoch,
    account,
  }: { userId: string; epoch: string; account: { userId: string | null; email: string | null } },
): Promise<boolean> {
  const { rowCount } = await db.query({ ...STILL_GOOD, values: [userId, epoch, account.userId, account.email] });
  return rowCount === 1;
}

/** Returns the facts that a device token contains, or null for an unknown account. */
export async function readDeviceFacts(db: Pool, userId: string): Promise<z.infer<typeof factsRow> | null> {
  const { rows } = await db.query(FACTS, [userId]);
  return factsRow.optional().parse(rows[0]) ?? null;
}
