// Removes joint profiles, and profiles with hours, that no credential names any more. Called under the controller's lease only, so that none is removed between its
// creation and the credential that will name it.
import { HOURS_PROFILE_PREFIX } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { removeUnusedHours } from "./hours/keep-hours.ts";
import { isJoined } from "./joined-profiles.ts";
import { ignoreMissing } from "./users.ts";
import { wireAccessProfile, wireCredential } from "./wire.ts";

const PROFILES = {
  service: SERVICES.accessControl,
  operation: "pacsaxis:GetAccessProfileList",
  keys: ["AccessProfile"],
  item: wireAccessProfile,
};
const CREDENTIALS = {
  service: SERVICES.accessControl,
  operation: "pacsaxis:GetCredentialList",
  keys: ["Credential", "CredentialInfo"],
  item: wireCredential,
};

/** Removes profiles and then schedules, in this order, so that no profile names a schedule that is gone. */
export async function removeUnused(client: AxisClient, used?: ReadonlySet<string>): Promise<number> {
  const removed = await removeUnusedProfiles(client, used);
  const scheduled = await removeUnusedHours(client, async () => {
    const profiles = await client.list(PROFILES);
    return new Set(profiles.flatMap(({ AccessPolicy }) => AccessPolicy.flatMap(({ Schedule }) => Schedule)));
  });
  return removed + scheduled;
}

/**
 * Removes unused profiles after asking for everybody's credentials, not only the portal's. Returns how many a read-back no longer shows;
 * the rest wait for the next call.
 */
export async function removeUnusedProfiles(client: AxisClient, used: ReadonlySet<string> = new Set()): Promise<number> {
  const found = (await client.list(PROFILES)).map(({ token }) => token);
  // A joint profile is made of doors' profiles that no credential names itself; those stay while the portal uses them.
  const ours = found.filter((token) => isJoined(token) || (token.startsWith(HOURS_PROFILE_PREFIX) && !used.has(token)));
  if (ours.length === 0) return 0;
  const credentials = await client.list(CREDENTIALS);
  const named = new Set(credentials.flatMap((one) => one.CredentialAccessProfile.map((entry) => entry.AccessProfile)));
  // Fault point: axis-named-joint-profile.
  const unused = ours.filter((token) => !named.has(token));
  for (const token of unused) {
    await client.call(SERVICES.accessControl, "pacsaxis:RemoveAccessProfile", { Token: [token] }).catch(ignoreMissing);
  }
  const left = await client.get({ ...PROFILES, operation: "pacsaxis:GetAccessProfile" }, unused);
  return unused.length - left.length;
}
