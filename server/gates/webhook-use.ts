// Records after the answer which password a gate uses during an overlap, and which gates use the installation's credentials.
import type { Deps } from "#server/platform/deps.ts";
import { recordWebhookUse } from "./gate.store.ts";
import { recordInstallationUse } from "./installation-webhook.store.ts";
import { endOverlapOnUse } from "./webhook-credentials.store.ts";

const EVERY_MS = 60_000;
/** Beyond this number, the oldest gate is forgotten, and so recorded a little more often. */
const MOST_REMEMBERED = 1_000;

export interface WebhookUse {
  credentials: "own" | "installation";
  controllerId: string;
  password: "new" | "old";
  /** A digest that identifies the rotation. */
  rotation: string | null;
}

/** Returns a function that notes one use, at most now and then for the same gate and password. It throws nothing. */
export function createUseNotes({ pools, clock, log }: Pick<Deps, "pools" | "clock" | "log">) {
  const noted = new Map<string, number>();

  async function note({ credentials, controllerId, password }: WebhookUse): Promise<void> {
    if (credentials === "installation") return recordInstallationUse(pools.gate, controllerId, password);
    await recordWebhookUse(pools.gate, controllerId, password);
    if (password === "new") await endOverlapOnUse(pools.engine, controllerId);
  }

  return (use: WebhookUse): void => {
    const { credentials, controllerId, password, rotation } = use;
    const key = `${credentials}/${controllerId}/${password}/${rotation}`;
    const now = clock.monotonic();
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    const [oldest] = noted.keys();
    if (noted.size >= MOST_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    noted.set(key, now);
    note(use).catch((error: unknown) => {
      noted.delete(key);
      log.warn({ err: error, gate: controllerId }, "use of a webhook password not noted");
    });
  };
}
