// Runs drawn facts through the rules alone.
import type { PassageCause } from "#contract/functions/explain-passage.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { explainGate } from "#server/passages/explain-gate.rules.ts";
import { explainPassage } from "#server/passages/explain-passage.rules.ts";
import { drawSeveral, drawSingle, type Situation } from "./draw.ts";
import { drawGateSeveral, drawGateSingle, type GateSituation } from "./draw-gates.ts";

export interface PureResult {
  singles: number;
  several: number;
  /** Situations with one cause where another is named first, and situations where a cause is missing. */
  wrong: (Situation | GateSituation)[];
  unnamed: (Situation | GateSituation)[];
}

interface Drawing<Drawn extends Situation | GateSituation> {
  single: (random: Random) => Drawn;
  several: (random: Random) => Drawn;
  named: (drawn: Drawn) => PassageCause[];
}

const DOORS: Drawing<Situation> = {
  single: drawSingle,
  several: drawSeveral,
  named: ({ facts }) => explainPassage(facts).reasons.map(({ code }) => code),
};
const GATES: Drawing<GateSituation> = {
  single: drawGateSingle,
  several: drawGateSeveral,
  named: ({ facts }) => explainGate(facts).reasons.map(({ code }) => code),
};

interface Draws {
  count: number;
  seed: number;
}

export const explainDrawn = (draws: Draws): PureResult => compare(DOORS, draws);
export const explainDrawnGates = (draws: Draws): PureResult => compare(GATES, draws);

function compare<Drawn extends Situation | GateSituation>(
  { single, several, named }: Drawing<Drawn>,
  { count, seed }: Draws,
): PureResult {
  const random = seededRandom(seed);
  const result: PureResult = { singles: 0, several: 0, wrong: [], unnamed: [] };
  for (let n = 0; n < count; n++) {
    if (n % 2 === 0) {
      const drawn = single(random);
      result.singles += 1;
      if (named(drawn)[0] !== drawn.causes[0]) result.wrong.push(drawn);
    } else {
      const drawn = several(random);
      result.several += 1;
      const found = named(drawn);
      if (!drawn.causes.every((cause) => found.includes(cause))) result.unnamed.push(drawn);
    }
  }
  return result;
}
