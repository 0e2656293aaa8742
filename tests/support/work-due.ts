import { randomUUID } from "node:crypto";
import type { LeasedQueue } from "#server/platform/jobs/work-queue.ts";

/** Works as one server on due items, `places` at once, until nothing is due; returns the number of items. */
export async function workDue<Item>(queue: LeasedQueue<Item>, places: number): Promise<number> {
  const owner = randomUUID();
  const claimed = await queue.claim(owner, places);
  await Promise.all(claimed.map((item) => queue.work(item, owner)));
  return claimed.length === 0 ? 0 : claimed.length + (await workDue(queue, places));
}
