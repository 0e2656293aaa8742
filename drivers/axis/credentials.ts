import type { Clock } from "../clock.ts";
import type { DeviceCredential, DoorController } from "../port.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import type { JoinedProfiles } from "./joined-profiles.ts";
import { createRecentReads } from "./recent-reads.ts";
import { ignoreMissing } from "./users.ts";
import { UNREADABLE, valueText, type WireCredential, wireCredential } from "./wire.ts";

const LIST = {
  service: SERVICES.accessControl,
  operation: "pacsaxis:GetCredentialList",
  // The vendor's table has CredentialInfo, every client uses Credential.
  keys: ["Credential", "CredentialInfo"],
  item: wireCredential,
};
const GET = { ...LIST, operation: "pacsaxis:GetCredential" };
const PIN = "PIN";

type CredentialCalls = Pick<
  DoorController,
  "getCredentials" | "listCredentials" | "putCredential" | "removeCredential"
>;

/** Creates the calls about credentials. `putCredential` keeps what the portal does not set; removing a missing one is no error. */
export function axisCredentials(client: AxisClient, clock: Clock, joined: JoinedProfiles): CredentialCalls {
  const recent = createRecentReads<WireCredential>(clock);
  const read = async (found: readonly WireCredential[]): Promise<DeviceCredential[]> => {
    const credentials = found.map(readCredential);
    const doors = await joined.expand(credentials.map((credential) => credential.profileTokens));
    return credentials.map((credential, index) => ({ ...credential, profileTokens: doors[index] ?? [] }));
  };
  return {
    async getCredentials(tokens) {
      const found = await client.get(GET, tokens);
      recent.remember(tokens, found);
      return await read(found);
    },
    listCredentials: async () => await read(await client.list(LIST)),
    async putCredential(credential) {
      const known = recent.take(credential.token);
      const existing = known === undefined ? (await client.get(GET, [credential.token]))[0] : (known ?? undefined);
      const profileTokens = await joined.shorten(credential.profileTokens);
      const merged = mergeCredential(existing, { ...credential, profileTokens });
      await client.set(SERVICES.accessControl, "pacsaxis:SetCredential", "Credential", merged);
    },
    async removeCredential(token) {
      recent.take(token);
      await client.call(SERVICES.accessControl, "pacsaxis:RemoveCredential", { Token: [token] }).catch(ignoreMissing);
    },
  };
}

function readCredential(credential: WireCredential): DeviceCredential {
  return {
    token: credential.token,
    userToken: credential.UserToken || null,
    pin: valueText(credential.IdData.find((one) => one.Name === PIN)) || null,
    validFrom: readTime(credential.ValidFrom),
    validTo: readTime(credential.ValidTo),
    // The device opens only when both agree; an absent field counts as enabled.
    // Fault point: axis-disabled-credential.
    enabled: credential.Enabled !== false && (credential.Status === "Enabled" || credential.Status === ""),
    profileTokens: credential.CredentialAccessProfile.map(profileToken).sort(),
  };
}

/** Returns a profile token. A profile with its own validity equals no profile, so a comparison rewrites it. */
function profileToken(entry: WireCredential["CredentialAccessProfile"][number]): string {
  const window = [entry.ValidFrom, entry.ValidTo];
  return window.every((one) => one === "") ? entry.AccessProfile : `${entry.AccessProfile} [${window.join("/")}]`;
}

/**
 * Returns ISO 8601 UTC. A time without zone is UTC; "" means no limit. An unreadable time stays unreadable, and is rewritten where the
 * portal owns it.
 */
function readTime(text: string): string | null {
  if (text === "") return null;
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes("T");
  const time = new Date(zoned ? text : `${text}Z`);
  if (Number.isNaN(time.getTime())) return UNREADABLE;
  return writeTime(time.toISOString());
}

function writeTime(iso: string): string {
  // Fault point: axis-validity-to-the-second.
  return iso.replace(/\.\d+(?=Z$)/, "");
}

function mergeCredential(existing: WireCredential | undefined, credential: DeviceCredential) {
  // Fault point: axis-card-beside-pin.
  const others = (existing?.IdData ?? []).filter((one) => one.Name !== PIN);
  const entries = new Map(existing?.CredentialAccessProfile.map((entry) => [entry.AccessProfile, entry]));
  return {
    Description: "",
    Attribute: [],
    AuthenticationProfile: [],
    ...existing,
    token: credential.token,
    UserToken: credential.userToken ?? "",
    ValidFrom: credential.validFrom === null ? "" : writeTime(credential.validFrom),
    ValidTo: credential.validTo === null ? "" : writeTime(credential.validTo),
    Enabled: credential.enabled,
    Status: credential.enabled ? "Enabled" : "Disabled",
    IdData: [...others, ...(credential.pin === null ? [] : [{ Name: PIN, Value: credential.pin }])],
    CredentialAccessProfile: credential.profileTokens.map((profile) => ({
      ...entries.get(profile),
      AccessProfile: profile,
      ValidFrom: "",
      ValidTo: "",
    })),
  };
}
