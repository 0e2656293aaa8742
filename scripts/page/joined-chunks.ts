// Decides which chunks become one file. Each file costs a request, and a joined one gives some screens code that they do not need.

/** One chunk of a build: the chunks that it imports statically, and the size of its source in bytes. */
export interface Chunk {
  imports: readonly string[];
  bytes: number;
}

/** Bytes of source, before minifying and packing, that cost a slow line as much as a request. */
const REQUEST = 6_000;

/** `users`: the screens that need the file, when they were counted last. */
interface File {
  chunks: readonly string[];
  bytes: number;
  users: ReadonlySet<string>;
}

/**
 * Returns the names of chunks that become one file, in groups of two or more. `screens` gives the weight of each chunk that is fetched by
 * itself, such as a page; `files` names chunks that are one file already, and `joinable` those that may be joined. Two files are joined
 * while the requests saved weigh more than the code fetched in vain, the best pair first. No file comes to need itself.
 */
export function joinedChunks(
  chunks: ReadonlyMap<string, Chunk>,
  screens: ReadonlyMap<string, number>,
  joinable: ReadonlySet<string>,
  files: readonly ReadonlySet<string>[] = [],
): string[][] {
  const fileOf = new Map<string, File>();
  const makeFile = (names: readonly string[]): File => {
    const bytes = names.reduce((sum, name) => sum + (chunks.get(name)?.bytes ?? 0), 0);
    const file = { chunks: names, bytes, users: new Set<string>() };
    for (const name of names) fileOf.set(name, file);
    return file;
  };
  for (const name of chunks.keys()) makeFile([name]);
  for (const names of files) makeFile([...names]);
  const filesOf = (names: readonly string[]) => names.flatMap((name) => fileOf.get(name) ?? []);
  const importsOf = (file: File) => file.chunks.flatMap((name) => filesOf(chunks.get(name)?.imports ?? []));

  function neededBy(first: readonly File[]): Set<File> {
    const found = new Set<File>();
    const visit = (file: File): void => {
      if (found.has(file)) return;
      found.add(file);
      importsOf(file).forEach(visit);
    };
    first.forEach(visit);
    return found;
  }

  function countUsers(): void {
    const users = new Map<File, Set<string>>();
    for (const screen of screens.keys())
      for (const file of neededBy(filesOf([screen]))) users.set(file, (users.get(file) ?? new Set()).add(screen));
    for (const [file, its] of users) file.users = its;
  }

  const weigh = (names: ReadonlySet<string>) => [...names].reduce((sum, name) => sum + (screens.get(name) ?? 0), 0);

  /** Returns what joining saves, at most: the other file's own imports are not counted. */
  function roughGain(a: File, b: File): number {
    const both = weigh(a.users.intersection(b.users));
    return both * REQUEST - (weigh(a.users) - both) * b.bytes - (weigh(b.users) - both) * a.bytes;
  }

  function gain(a: File, b: File): number {
    const inVain = (users: ReadonlySet<string>, other: File) =>
      [...neededBy([other])].reduce((sum, file) => sum + weigh(users.difference(file.users)) * file.bytes, 0);
    return weigh(a.users.intersection(b.users)) * REQUEST - inVain(a.users, b) - inVain(b.users, a);
  }

  /** Tells whether `from` needs `to` by way of another file. */
  const isBetween = (from: File, to: File) =>
    neededBy(importsOf(from).filter((file) => file !== to && file !== from)).has(to);

  /** Rough gains, valid for the number of users beside them, since users only become more. */
  const known = new Map<File, Map<File, { users: number; bytes: number }>>();
  const refused = new Map<File, Set<File>>();

  function knownGain(a: File, b: File): number {
    const users = a.users.size + b.users.size;
    const ofA = known.get(a) ?? new Map<File, { users: number; bytes: number }>();
    known.set(a, ofA);
    const before = ofA.get(b);
    if (before?.users === users) return before.bytes;
    const bytes = roughGain(a, b);
    ofA.set(b, { users, bytes });
    return bytes;
  }

  function bestPair(): [File, File] | null {
    let best: { pair: [File, File]; bytes: number } | null = null;
    for (const [place, a] of open.entries())
      for (let other = place + 1; other < open.length; other++) {
        const b = open[other];
        if (b === undefined || refused.get(a)?.has(b)) continue;
        const bytes = knownGain(a, b);
        if (bytes > (best?.bytes ?? 0)) best = { pair: [a, b], bytes };
      }
    return best?.pair ?? null;
  }

  countUsers();
  let open = filesOf([...joinable]);
  for (let pair = bestPair(); pair; pair = bestPair()) {
    const [a, b] = pair;
    if (isBetween(a, b) || isBetween(b, a) || gain(a, b) <= 0) {
      refused.set(a, (refused.get(a) ?? new Set()).add(b));
      continue;
    }
    open = [...open.filter((file) => file !== a && file !== b), makeFile([...a.chunks, ...b.chunks])];
    countUsers();
  }
  return open.map((file) => [...file.chunks]).filter((names) => names.length > 1);
}
