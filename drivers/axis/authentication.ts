import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { type WireAuthenticationProfile, wireAuthenticationProfile } from "./wire.ts";

export interface AuthenticationRules {
  allowsPinOnly(tokens: readonly string[]): boolean;
  /** No profile asks for anything (exit buttons). */
  asksNobody(tokens: readonly string[]): boolean;
}

/** The vendor's profiles, for a device whose list lacks one. */
const DEFAULTS = new Map([
  ["PINOnly", "pin"],
  ["REXOnly", "button"],
]);

export async function readAuthenticationProfiles(client: AxisClient): Promise<AuthenticationRules> {
  const list = await client.list({
    service: SERVICES.accessControl,
    operation: "pacsaxis:GetAuthenticationProfileList",
    keys: ["AuthenticationProfile"],
    item: wireAuthenticationProfile,
  });
  const kinds = new Map(list.map((profile) => [profile.token, kindOf(profile)]));
  const kind = (token: string) => kinds.get(token) ?? DEFAULTS.get(token) ?? "other";
  return {
    allowsPinOnly: (tokens) => tokens.some((token) => kind(token) === "pin"),
    asksNobody: (tokens) => tokens.length > 0 && tokens.every((token) => kind(token) === "button"),
  };
}

function kindOf({ IdFactor: factors }: WireAuthenticationProfile): string {
  if (factors.length > 0 && factors.every((factor) => factor.IdDataName === "REX")) return "button";
  const [only, ...more] = factors;
  if (more.length > 0 || only?.IdDataName !== "PIN") return "other";
  return only.IdMatchOperatorName === "IdDataEqual" || only.IdMatchOperatorName === "" ? "pin" : "other";
}
