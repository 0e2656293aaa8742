// A month of realistic passages at the demo's gates.
import type { Pool } from "pg";
import { z } from "zod";
import { plateKey } from "#contract/plate.ts";
import { inStockholm } from "#contract/stockholm.ts";
import { type Random, seededRandom } from "./random.ts";

const DAYS = 30;
/** Cars per day and gate, as a share of the admitted plates (0.15: 15 cars for 100 plates). */
const SHARE_OF_PLATES = 0.15;
const UNKNOWN_SHARE = 0.08;
/** Relative frequency by hour: out in the morning, home in the afternoon. */
const HOURS = [1, 0, 0, 0, 1, 3, 9, 16, 12, 6, 5, 6, 7, 6, 6, 9, 15, 17, 11, 7, 5, 4, 2, 1];
const LETTERS = "ABCDEFGHJKLMNOPRSTUWXYZ".split("");

const allowed = z.object({ controller_id: z.uuid(), credential_id: z.uuid(), plate: z.string(), since: z.date() });
export type AllowedPlate = z.infer<typeof allowed>;

export interface DemoPassage {
  detectedAt: Date;
  plate: string;
  controllerId: string;
  credentialId: string | null;
}

/** Draws passages before `now`, none earlier than the plate's access. Pure and seeded. */
export function drawPassages(
  plates: readonly AllowedPlate[],
  { now, seed }: { now: Date; seed: number },
): DemoPassage[] {
  const random = seededRandom(seed);
  const hours = HOURS.flatMap((weight, hour) => Array.from({ length: weight }, () => hour));
  const gates = Map.groupBy(plates, (one) => one.controller_id);
  const passages: DemoPassage[] = [];
  // One camera of the demo reads worse than the others, so that both states are shown.
  const [dirty] = [...gates].toSorted(([, some], [, others]) => some.length - others.length)[0] ?? [];
  for (const [controllerId, own] of gates) {
    for (let day = 0; day <= DAYS; day++) {
      const midnight = inStockholm(now);
      midnight.setHours(0, 0, 0, 0);
      midnight.setDate(midnight.getDate() - day);
      const weekend = midnight.getDay() === 0 || midnight.getDay() === 6;
      const cars = Math.round(own.length * SHARE_OF_PLATES * (weekend ? 0.5 : 1) * (0.8 + 0.4 * random.next()));
      for (let car = 0; car < cars; car++) {
        const moment = new Date(midnight.getTime());
        const detectedAt = new Date(moment.getTime() + (random.pick(hours) * 3_600 + random.below(3_600)) * 1_000);
        const known = random.pick(own);
        if (detectedAt >= now) continue;
        if (random.next() < UNKNOWN_SHARE)
          passages.push({ detectedAt, plate: unknownPlate(random), controllerId, credentialId: null });
        else if (known.since <= detectedAt)
          passages.push({ detectedAt, plate: known.plate, controllerId, credentialId: known.credential_id });
      }
    }
    passages.push(...misreadings(own, { now, controllerId, isDirty: controllerId === dirty }));
  }
  return passages;
}

const LOOK_ALIKES: Record<string, string> = { "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B" };
const HOUR_MS = 3_600_000;

/**
 * Draws misreadings. A dirty camera misreads a few cars since yesterday: a look-alike, repeated or once, and the first character lost. A
 * clean one has one look-alike.
 */
function misreadings(
  plates: readonly AllowedPlate[],
  { now, controllerId, isDirty }: { now: Date; controllerId: string; isDirty: boolean },
): DemoPassage[] {
  const known = new Set(plates.map(({ plate }) => plateKey(plate)));
  const nobodys = (plate: string) => !known.has(plate);
  const keys = [...known].sort();
  const confused = keys
    .map((key) => key.replace(/[012568](?=\D*$)/, (sign) => LOOK_ALIKES[sign] ?? sign))
    .filter(nobodys);
  const cut = keys.map((key) => key.slice(1)).filter(nobodys);
  const [often, once] = confused;
  const lost = cut.at(-1);
  return (isDirty ? [often, often, often, once, lost] : [often]).flatMap((plate, at) =>
    plate === undefined
      ? []
      : [{ detectedAt: new Date(now.getTime() - (at + 1) * HOUR_MS), plate, controllerId, credentialId: null }],
  );
}

/** Draws a plate that nobody has: the demo's plates begin with the fictitious "MLB…", this one does not. */
function unknownPlate(random: Random): string {
  return `XX${random.pick(LETTERS)}${String(random.below(100)).padStart(2, "0")}${random.pick(LETTERS)}`;
}

/** Seeds passages; gates open for admitted plates. Only the gate's login may write the log. */
export async function seedPassages(
  pools: { engine: Pool; gate: Pool },
  options: { now: Date; seed: number },
): Promise<void> {
  const { rows } = await pools.engine.query(
    `select a.controller_id, k.id as credential_id, k.credential_value as plate, k.valid_from as since
     from controller_assignments a join credentials k on k.id = a.credential_id
     where k.credential_type = 'license_plate' and (k.valid_to is null or k.valid_to > $1)
     order by a.controller_id, k.id`,
    [options.now],
  );
  const passages = drawPassages(z.array(allowed).parse(rows), options);
  await pools.gate.query(
    `insert into access_logs (detected_at, plate_number, controller_id, credential_id, organization_id, access_granted, access_reason, opened, macro_executed)
     select t, plate, controller, credential, (select k.organization_id from credentials k where k.id = credential), credential is not null, case when credential is null then 'no_match' else 'valid_credential' end,
       credential is not null, case when credential is not null then true end
     from unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::uuid[]) as passage (t, plate, controller, credential)`,
    [
      passages.map((one) => one.detectedAt),
      passages.map((one) => one.plate),
      passages.map((one) => one.controllerId),
      passages.map((one) => one.credentialId),
    ],
  );
  // Set so that the list of controllers and the overview agree on which gates have answered.
  await pools.engine.query(
    `update controllers c set last_sync = greatest(c.last_sync, l.answered_at)
     from (select controller_id, max(detected_at) as answered_at from access_logs where macro_executed group by 1) l where l.controller_id = c.id`,
  );
}
