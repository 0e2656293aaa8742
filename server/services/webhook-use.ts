// Which of a gate's two passwords its reads bring, while both work. After the answer and beside it: no read waits for this.
import type { Deps } from "../deps.ts";
import { noteWebhookUse } from "../store/gate.ts";
import { endOverlapOnUse } from "../store/webhook-credentials.ts";

/** One note a minute says whether the old one is still in use. */
const EVERY_MS = 60_000;
/** Gates in a rotation at once; past that the oldest is noted a little more often. */
const MOST_REMEMBERED = 1_000;

export interface WebhookUse {
  controllerId: string;
  password: "new" | "old";
  /** Of the old password: tells one rotation from the next. */
  previousHash: string;
}

export function createUseNotes({ pools, clock, log }: Pick<Deps, "pools" | "clock" | "log">) {
  const noted = new Map<string, number>();

  async function note(controllerId: string, password: "new" | "old"): Promise<void> {
    await noteWebhookUse(pools.gate, controllerId, password);
    if (password === "new") await endOverlapOnUse(pools.engine, controllerId);
  }

  return ({ controllerId, password, previousHash }: WebhookUse): void => {
    const key = `${controllerId}/${password}/${previousHash}`;
    const now = clock.monotonic();
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    const [oldest] = noted.keys();
    if (noted.size >= MOST_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    noted.set(key, now);
    note(controllerId, password).catch((error: unknown) => {
      noted.delete(key);
      log.warn({ err: error, gate: controllerId }, "use of a webhook password not noted");
    });
  };
}
