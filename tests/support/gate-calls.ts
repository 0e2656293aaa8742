// A gate's webhook, called as its LPR server calls it.
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";

const webhookLogin = z.object({ username: z.string(), password: z.string() });
export type WebhookAccount = z.infer<typeof webhookLogin>;

/** Returns the account of one gate, or of the whole installation, as a system admin is shown it. */
export async function webhookAccount(system: SupabaseClient, gateId?: string): Promise<WebhookAccount> {
  const query = gateId === undefined ? "" : `?controller_id=${gateId}`;
  const { data, error } = await system.functions.invoke<unknown>(`get-webhook-credentials${query}`, { method: "GET" });
  if (error) throw error;
  return webhookLogin.parse(data);
}

export const basicAuth = ({ username, password }: WebhookAccount): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** Returns the webhook's address; `{plate}` is where an LPR server puts the plate. */
export const webhookUrl = (portalUrl: string, gateId: string, plate = "{plate}"): string =>
  `${portalUrl}/functions/v1/axxon-webhook?regnr=${plate}&gateid=${gateId}`;

export interface PlateRead {
  gateId: string;
  plate: string;
  account: WebhookAccount;
}

export const postPlate = (portalUrl: string, { gateId, plate, account }: PlateRead): Promise<Response> =>
  fetch(webhookUrl(portalUrl, gateId, encodeURIComponent(plate)), {
    method: "POST",
    headers: { authorization: basicAuth(account) },
  });
