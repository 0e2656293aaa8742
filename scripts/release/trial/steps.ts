// The steps that every kind of installation goes through, and how long each took.
import type { Door } from "./door.ts";
import { startDoor } from "./door.ts";
import type { Started } from "./server.ts";
import { Visitor } from "./visitor.ts";

/** One way to install, on a machine of its own. */
export interface Installation {
  install(): Promise<void>;
  start(): Promise<Started>;
  /** Writes a back-up outside the data folder. */
  backUp(): Promise<void>;
  /** Replaces the stopped version by the next one, whose schema is newer. */
  update(): Promise<void>;
  /** Puts the former version back and takes the update back. */
  rollBack(): Promise<void>;
  /** Removes everything. Throws Error when data were removed too early, or are left. */
  purge(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  /** The machine to try on. The second machine is empty and gets the first one's back-up. */
  prepare(): Promise<void>;
  readonly first: Installation;
  readonly second: Installation & { restore(): Promise<void> };
  /** Ends what an installation has started beside its server. */
  close(): Promise<void>;
}

export type Timing = readonly [step: string, seconds: number];

/** Carries out all steps and reports each step's time to `say`. Throws Error that names the step. */
export async function walk(kind: Kind, say: (timing: Timing) => void): Promise<Timing[]> {
  await using stack = new AsyncDisposableStack();
  const door = stack.use(await startDoor());
  stack.defer(() => kind.close());
  const timings: Timing[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    try {
      return await work();
    } catch (cause) {
      throw new Error(`${kind.name}, ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    } finally {
      const timing = [name, (performance.now() - since) / 1000] as const;
      timings.push(timing);
      say(timing);
    }
  };
  await step("bare machine", () => kind.prepare());
  await onFirst(kind.first, door, step);
  await onSecond(kind.second, door, step);
  await step("purge", () => kind.first.purge());
  return timings;
}

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

async function onFirst(first: Installation, door: Door, step: Step): Promise<void> {
  await step("install", () => first.install());
  let server = await step("start", () => first.start());
  try {
    const visitor = await Visitor.meet(server.url);
    await step("first administrator over TLS", async () => {
      await visitor.becomeFirst(server.setupUrl ?? "");
      await visitor.signIn();
    });
    await step("one door confirmed", () => door.furnish(visitor));
    await step("back-up", () => first.backUp());
    await step("update", async () => {
      await server.stop();
      await first.update();
      server = await first.start();
      await signedIn(server);
    });
    await step("roll-back", async () => {
      await server.stop();
      await first.rollBack();
      server = await first.start();
      await door.confirm(await signedIn(server));
    });
  } finally {
    await server.stop();
  }
}

async function onSecond(second: Kind["second"], door: Door, step: Step): Promise<void> {
  await second.install();
  await step("restore elsewhere", () => second.restore());
  const server = await second.start();
  try {
    await step("restore confirmed", async () => door.confirm(await signedIn(server)));
  } finally {
    await server.stop();
  }
}

async function signedIn({ url, setupUrl }: Started): Promise<Visitor> {
  if (setupUrl !== null) throw new Error("the installation is empty");
  const visitor = await Visitor.meet(url);
  await visitor.signIn();
  return visitor;
}
