// Posts webhooks and checks addresses at connect: https to the internet and device networks, http to device networks only, no redirects.
import { ALERT_DELIVERY_HEADER, ALERT_EVENT_HEADER } from "#contract/alerts.ts";
import type { Clock } from "#drivers/clock.ts";
import { DeviceError } from "#drivers/errors.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createTransport } from "#drivers/transport.ts";
import type { Config } from "../config.ts";
import { signatureOf } from "./webhook-delivery.rules.ts";

export interface WebhookPost {
  url: string;
  secret: string;
  id: string;
  event: string;
  body: string;
  signal?: AbortSignal;
}

/** `error`: a code of drivers/errors.ts, because the error's text may hold the address. */
export type WebhookOutcome = { status: number; retryAfterMs: number | null } | { error: string };

export interface WebhookPoster {
  post(request: WebhookPost): Promise<WebhookOutcome>;
  /** Returns why posts may not go there, or null. An unknown name is allowed, because it may resolve later. */
  refusal(url: URL): Promise<"address_forbidden" | null>;
}

const POST_LIMIT_MS = 10_000;

/** Creates the poster. `refusal` tells beforehand why an address may not be called. */
export function createWebhookPoster(
  config: Pick<Config, "deviceNetworks" | "allowLoopbackDevices">,
  { clock, ownPorts }: { clock: Clock; ownPorts: () => readonly number[] },
): WebhookPoster {
  const rules = { allow: config.deviceNetworks, allowLoopback: config.allowLoopbackDevices, ownPorts };
  const inside = createNetworkPolicy(rules);
  const anywhere = createNetworkPolicy({ ...rules, allowPublic: true });
  const policyOf = ({ protocol }: URL) => (protocol === "https:" ? anywhere : inside);
  return {
    post: async ({ url: address, secret, id, event, body, signal }) => {
      const url = new URL(address);
      // Without a log, because an address may hold the receiver's key.
      const transport = createTransport(receiver(url), {
        network: policyOf(url),
        clock,
        connections: 1,
        trust: "authorities",
        timeouts: { callMs: POST_LIMIT_MS, totalMs: POST_LIMIT_MS },
        signal,
      });
      const signature = signatureOf(secret, clock.now(), body);
      try {
        const { status, retryAfterMs } = await transport.exchange({
          method: "POST",
          path: `${url.pathname}${url.search}`,
          headers: {
            "content-type": "application/json; charset=utf-8",
            "user-agent": "portal-alerts",
            [signature.name]: signature.value,
            [ALERT_DELIVERY_HEADER]: id,
            [ALERT_EVENT_HEADER]: event,
          },
          body,
          read: "none",
        });
        return { status, retryAfterMs };
      } catch (error) {
        if (error instanceof DeviceError) return { error: error.code };
        throw error;
      } finally {
        await transport.close();
      }
    },
    refusal: async (url) => {
      try {
        await policyOf(url).resolve(url);
        return null;
      } catch (error) {
        if (error instanceof DeviceError) return error.code === "address_forbidden" ? error.code : null;
        throw error;
      }
    },
  };
}

function receiver(url: URL) {
  return {
    baseUrl: new URL(url.origin),
    username: "",
    password: "",
    certSha256: null,
    serial: null,
    allowPlainHttp: false,
  };
}
