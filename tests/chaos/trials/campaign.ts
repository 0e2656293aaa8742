import { systemClock } from "#drivers/clock.ts";
import { checkOnConsole } from "#server/audit/audit-console.ts";
import { openPool } from "#tests/support/pool.ts";
import type { Bug } from "../bugs/bugs.ts";
import { needsSmallDisk } from "../faults/faults.ts";
import { makeWorld, NoSmallDiskError, type World } from "../world/world.ts";
import { drawTrial, type Only, runTrial, type TrialResult } from "./trial.ts";

export interface Campaign extends AsyncDisposable {
  /** Runs a trial; null: it needs a disk unavailable here. A trial that could not run counts as a broken promise. */
  run(seed: number, only?: Only): Promise<TrialResult | null>;
  /** Checks the whole audit chain; returns its findings. */
  audit(): Promise<string[]>;
}

export function startCampaign({ bug = null }: { bug?: Bug | null } = {}): Campaign {
  const worlds = new Map<boolean, World>();
  const worldFor = async (smallDisk: boolean) => {
    const made = worlds.get(smallDisk) ?? (await makeWorld(bug, { smallDisk }));
    worlds.set(smallDisk, made);
    return made;
  };
  return {
    async run(seed, only = {}) {
      const drawn = drawTrial(seed, only);
      const smallDisk = needsSmallDisk(drawn.fault);
      try {
        return await runTrial(await worldFor(smallDisk), drawn);
      } catch (error) {
        if (error instanceof NoSmallDiskError) return null;
        // The next trial must not inherit this one's leftovers.
        await worlds.get(smallDisk)?.close();
        worlds.delete(smallDisk);
        const { operation, fault } = drawn;
        return {
          seed,
          operation,
          fault,
          reported: "unknown",
          quietMs: 0,
          broken: [`not carried out: ${describe(error)}`],
        };
      }
    },
    async audit() {
      const found: string[] = [];
      for (const world of worlds.values()) found.push(...(await auditOf(world)));
      return found;
    },
    async [Symbol.asyncDispose]() {
      for (const world of worlds.values()) await world.close();
      worlds.clear();
    },
  };
}

async function auditOf({ adminUrl, keys, server }: World): Promise<string[]> {
  const engine = openPool({ connectionString: adminUrl, max: 2, options: "-c role=portal_engine" });
  try {
    const { said, sound } = await checkOnConsole({ engine, keys, clock: systemClock, dataDir: server.dataDir });
    return sound ? [] : said;
  } finally {
    await engine.end();
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` (${describe(error.cause)})`;
  return `${error.message}${cause}`;
}
