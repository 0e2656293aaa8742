// Draws plates of one gate, and readings of them with one character confused or lost at an edge. Counts which readings find their car among
// the proposals, and how many readings of other cars, half of them one unlike character away, get a proposal. The job itself runs on
// PostgreSQL; some hundred readings are then driven past the running portal's gate.
import { systemClock } from "#drivers/clock.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { lookForNearMisses } from "#server/gates/look-for-near-misses.job.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { type Collisions, type Driven, driveReadings, linkTaken } from "./at-the-gate.ts";

export interface NearMissResult {
  plates: number;
  confused: Found;
  lost: Found;
  /** Readings of cars unknown here. */
  foreign: { readings: number; proposed: number };
  driven: Driven;
  collisions: Collisions;
}

interface Found {
  readings: number;
  /** Readings whose own car is among the candidates. */
  found: number;
}

/** The register's alphabet: no I, Q or V, and no O at the end. */
const ALPHABET = "ABCDEFGHJKLMNOPRSTUWXYZ";
/** Twin of contract/near-plate.ts, so that a missing group there fails here. */
const LOOK_ALIKE = ["0O", "0D", "0Q", "OD", "OQ", "DQ", "1I", "2Z", "5S", "6G", "8B", "38", "VY", "MN"];
const WAIT_MS = paced(600_000);
const KNOWN_DRIVEN = 20;
const COLLISIONS = 100;
const KINDS = ["confused", "lost", "foreign"] as const;
type Kind = (typeof KINDS)[number];

interface Reading {
  text: string;
  kind: Kind;
  /** The plate of the reading's car. */
  plate: string | null;
}

export async function proposeNearMisses(
  portal: TestPortal,
  { plates, readings, driven, seed }: { plates: number; readings: number; driven: number; seed: number },
): Promise<NearMissResult> {
  const world = await mainWorld(portal);
  const { gateId } = world;
  const random = seededRandom(seed);
  const known = new Set<string>();
  while (known.size < plates) known.add(drawPlate(random));
  await plant(portal, gateId, [...known]);
  await portal.admin.query("analyze");
  const drawn = drawReadings(random, known, readings);
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
     select p, $2, false, 'no_match', now() - interval '3 seconds' from unnest($1::text[]) p`,
    [drawn.map(({ text }) => text), gateId],
  );
  await looked(portal);
  const { rows } = await portal.admin.query<{ reading: string; plates: string[] }>(
    `select m.plate_key as reading, array_agg(c.plate_key) as plates from plate_near_misses m
     join plate_near_miss_candidates n on n.near_miss_id = m.id
     join credentials c on c.id = n.credential_id group by 1`,
  );
  const proposed = new Map(rows.map(({ reading, plates: names }) => [reading, names]));
  const of = (kind: Kind) => drawn.filter((one) => one.kind === kind);
  const found = (kind: Kind): Found => ({
    readings: of(kind).length,
    found: of(kind).filter(({ text, plate }) => proposed.get(text)?.includes(plate ?? "")).length,
  });
  const atTheGate = await driveReadings(portal, world, {
    readings: [...proposed.keys()].slice(0, driven),
    known: [...known].slice(0, KNOWN_DRIVEN),
  });
  // Waits until the server's job has proposed the driven readings. Otherwise it would make the same rows as linkTaken meanwhile.
  await looked(portal);
  return {
    plates: known.size,
    confused: found("confused"),
    lost: found("lost"),
    foreign: {
      readings: of("foreign").length,
      proposed: of("foreign").filter(({ text }) => proposed.has(text)).length,
    },
    driven: atTheGate,
    collisions: await linkTaken(portal, world, {
      proposed: new Map([...proposed].slice(0, COLLISIONS)),
      own: (plate) => plant(portal, gateId, [plate]),
    }),
  };
}

/** Draws readings. Leaves out repeated texts, and a text that is somebody's plate, because that is an ordinary read. */
function drawReadings(random: Random, known: ReadonlySet<string>, count: number): Reading[] {
  const plates = [...known];
  const drawn = new Map<string, Reading>();
  while (drawn.size < count) {
    const kind = KINDS[drawn.size % KINDS.length] ?? "foreign";
    const plate = kind === "foreign" ? null : random.pick(plates);
    const text =
      plate === null ? drawOther(random, plates) : kind === "lost" ? lose(random, plate) : confuse(random, plate);
    if (text !== null && !known.has(text) && !drawn.has(text)) drawn.set(text, { text, kind, plate });
  }
  return [...drawn.values()];
}

/** Draws a car unknown here: any other plate, or one with one unlike character. */
function drawOther(random: Random, plates: readonly string[]): string {
  if (random.next() < 0.5) return drawPlate(random);
  const plate = random.pick(plates);
  const at = random.below(plate.length);
  const sign = plate[at] ?? "";
  const unlike = Array.from(/\d/.test(sign) ? "0123456789" : ALPHABET).filter(
    (other) => other !== sign && !LOOK_ALIKE.some((two) => two.includes(sign) && two.includes(other)),
  );
  return plate.slice(0, at) + random.pick(unlike) + plate.slice(at + 1);
}

const lose = (random: Random, plate: string): string => (random.next() < 0.5 ? plate.slice(1) : plate.slice(0, -1));

/** Confuses a character; returns null when none has a look-alike. */
function confuse(random: Random, plate: string): string | null {
  const changes = Array.from(plate).flatMap((sign, at) =>
    LOOK_ALIKE.filter((two) => two.includes(sign)).map((two) => ({ at, to: two.replace(sign, "") })),
  );
  if (changes.length === 0) return null;
  const { at, to } = random.pick(changes);
  return plate.slice(0, at) + to + plate.slice(at + 1);
}

function drawPlate(random: Random): string {
  const sign = () => ALPHABET[random.below(ALPHABET.length)] ?? "A";
  const digit = () => String(random.below(10));
  const last = random.below(3) === 0 ? sign().replace("O", "P") : digit();
  return sign() + sign() + sign() + digit() + digit() + last;
}

async function plant(portal: TestPortal, gateId: string, plates: readonly string[]): Promise<void> {
  await portal.admin.query(
    `with e as (insert into end_users (organization_id, first_name, last_name)
       select $1, 'Förare', p from unnest($2::text[]) p returning id, last_name),
     c as (insert into credentials (end_user_id, credential_type, credential_value, validity_period, valid_to)
       select id, 'license_plate', last_name, '12_months', now() + interval '1 year' from e returning id)
     insert into controller_assignments (credential_id, controller_id) select id, $3 from c`,
    [portal.accounts.nord.organizationId, plates, gateId],
  );
}

/** Waits for the job, which looks at readings two seconds old, a page at a time. */
export async function looked({ admin, server }: TestPortal): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    await lookForNearMisses(server.deps.pools.engine);
    const { rows } = await admin.query<{ behind: number }>(
      `select count(*)::int as behind from access_logs l, private.near_miss_progress p
       where (l.detected_at, l.id) > (p.looked_until, p.looked_id)`,
    );
    if (rows[0]?.behind === 0) return;
    if (performance.now() > until) throw new Error(`${rows[0]?.behind} readings were not looked at`);
    await systemClock.wait(50);
  }
}
