// Drawn facts against the rules alone.
import { seededRandom } from "#scripts/seed/random.ts";
import { explainPassage } from "#server/passages/explain-passage.rules.ts";
import { drawSeveral, drawSingle, type Situation } from "./draw.ts";

export interface PureResult {
  singles: number;
  several: number;
  /** Singles that something else is named first for, and situations of which a cause is not named. */
  wrong: Situation[];
  unnamed: Situation[];
}

export function explainDrawn({ count, seed }: { count: number; seed: number }): PureResult {
  const random = seededRandom(seed);
  const result: PureResult = { singles: 0, several: 0, wrong: [], unnamed: [] };
  const named = ({ facts }: Situation) => explainPassage(facts).reasons.map(({ code }) => code);
  for (let n = 0; n < count; n++) {
    if (n % 2 === 0) {
      const drawn = drawSingle(random);
      result.singles += 1;
      if (named(drawn)[0] !== drawn.causes[0]) result.wrong.push(drawn);
    } else {
      const drawn = drawSeveral(random);
      result.several += 1;
      const found = named(drawn);
      if (!drawn.causes.every((cause) => found.includes(cause))) result.unnamed.push(drawn);
    }
  }
  return result;
}
