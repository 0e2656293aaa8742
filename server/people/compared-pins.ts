// Keeps what a preview has learnt about PINs, after its transaction was rolled back: the save within the hour is not charged again.
import type { PoolClient } from "pg";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { namedAttempt, newlyReserved, offerPins, type ReservedPin, recordFree } from "./pin-attempts.store.ts";

export interface ComparedPins {
  attempt: string;
  pins: ReservedPin[];
}

/** Returns the charge and the people's PINs that this transaction compared and reserved; null when it compared none with those of others. */
export async function comparedPins(client: PoolClient, people: readonly string[]): Promise<ComparedPins | null> {
  const attempt = await namedAttempt(client);
  return attempt === null ? null : { attempt, pins: await newlyReserved(client, people) };
}

/** Records that the PINs were free. */
export async function keepComparedPins(
  { pools }: Pick<Deps, "pools">,
  { asCaller }: Pick<CallerContext, "asCaller">,
  { attempt, pins }: ComparedPins,
): Promise<void> {
  const owner = await asCaller(async (client, { organizationId, userId }) => {
    await recordFree(client, attempt);
    return organizationId ?? userId;
  });
  await offerPins(pools.engine, owner, pins);
}
