// A slice of `npm run faults -- --operation open_door` and hold_door: servers, database and clocks fail around them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Campaign, startCampaign } from "../trials/campaign.ts";
import { TRIAL_LIMIT_MS } from "./operation-for.ts";

let campaign: Campaign;
beforeAll(() => {
  campaign = startCampaign();
});
afterAll(() => campaign[Symbol.asyncDispose]());

const FAULTS = [
  "none",
  "kill_server_at_statement",
  "kill_server",
  "kill_database",
  "commit_unanswered",
  "clock_ahead",
  "two_servers_one_killed",
];

test.each(
  FAULTS.flatMap((fault, at) =>
    (["open_door", "hold_door"] as const).map((operation) => ({ fault, operation, seed: at + 1 })),
  ),
)(
  "$operation opens once, in time or not at all, and ends locked, around $fault",
  async ({ fault, operation, seed }) => {
    expect((await campaign.run(seed, { fault, operation }))?.broken).toEqual([]);
  },
  TRIAL_LIMIT_MS,
);
