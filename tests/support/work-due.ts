import { randomUUID } from "node:crypto";
import type { LeasedQueue } from "#server/platform/jobs/work-queue.ts";

/** Works on what is due now as one server, `places` at once, until nothing is due; returns how many items it took. */
export async function workDue<Item>(queue: LeasedQueue<Item>, places: number): Promise<number> {
  const owner = randomUUID();
  const claimed = await queue.claim(owner, places);
  await Promise.all(claimed.map((item) => queue.work(item, owner)));
  return claimed.length === 0 ? 0 : claimed.length + (await workDue(queue, places));
}
