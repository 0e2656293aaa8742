// npm run fuzz:secrets: searches database files, WAL, a dump, logs and answers for secrets pushed through every path.
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { pushSecrets } from "./push-secrets.ts";
import { type SecretsFound, searchPortal } from "./secret-search.ts";

export interface SecretFindings extends SecretsFound {
  /** Path → how many secrets went through it. */
  readonly pushed: Readonly<Record<string, number>>;
}

export interface SecretRun {
  readonly seed: number;
  readonly count: number;
  readonly log: readonly string[];
  /** False searches only the portal's own database, without WAL, where others use the cluster. */
  readonly wholeCluster?: boolean;
  readonly progress?: (done: number) => void;
}

export async function fuzzSecrets(portal: TestPortal, run: SecretRun): Promise<SecretFindings> {
  const { log, wholeCluster = true } = run;
  const { pushed, pins, texts, answers } = await pushSecrets(portal, run);
  const transcripts = [await transcriptOf(pins, texts)];
  return { pushed, ...(await searchPortal(portal, { pins, texts, answers, transcripts, log, wholeCluster })) };
}

const TRANSCRIBED = 20;

/** What a technician would send of a controller that has such PINs, under such a password and with such words as names. */
async function transcriptOf(pins: ReadonlySet<string>, texts: readonly string[]): Promise<Buffer> {
  // A controller's names have 64 characters at most.
  const short = texts.filter((text) => text.length <= 50);
  const password = short.at(-1) ?? "";
  const people = [...pins].slice(0, TRANSCRIBED).map((pin, index) => {
    const word = short[index % short.length] ?? "";
    return { firstName: "Anna", lastName: word, pin };
  });
  const axis = await startAxisSimulator({ users: { portal: password }, seed: { people }, doors: [{ name: password }] });
  try {
    return await transcriptFrom(axis, password);
  } finally {
    await axis.close();
  }
}

export async function transcriptFrom(axis: AxisSimulator, password: string): Promise<Buffer> {
  const connection = { certSha256: axis.certSha256, serial: null, allowPlainHttp: axis.certSha256 === null };
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const transcript = await runFieldKit(
    { ...connection, baseUrl: new URL(axis.url), username: "portal", password },
    { network, clock: systemClock, mode: { kind: "try", door: 1 } },
  );
  if (transcript.stopped !== null || transcript.trial === null)
    throw new Error(`the field kit stopped: ${transcript.stopped}`);
  return Buffer.from(JSON.stringify(transcript));
}
