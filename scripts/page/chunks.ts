// Which modules share a file. Left to itself the bundler makes one for every set of pages that share a module: sixty to
// eighty files of one or two kilobytes for a first screen, and each costs a request and a slow processor a moment.
import { build, type Plugin, type Rolldown, type UserConfig } from "vite";

/** Packages that every screen needs and that change only when we upgrade: one chunk, cached across our own releases. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

const FIXED: readonly Rolldown.CodeSplittingGroup[] = [
  { name: "foundation", test: FOUNDATION },
  // A file each otherwise, of two hundred bytes.
  { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
];

/** The syntax that browsers in use understand, of both builds. */
export const TARGET = "es2022";

/** Chunks that stand before any page asks for a dialog. */
export const AT_START = /assets\/(index|rolldown-runtime|start|foundation|icons|base|kit)-[\w-]+\.js$/;

/**
 * The groups of the real build: "base", which every address needs beyond the entry; "frame", which every signed-in page needs
 * beyond that; and "kit", the part of the frame that the sign-in page has too. Only a build shows what is left of a package
 * when the unused is shaken off, so a quick one goes before, without style, compiler and minifier.
 * @param config what both builds have in common: the root, the aliases, the plugins that change what is imported.
 */
export async function sharedChunks(config: UserConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const output = await build({
    ...config,
    configFile: false,
    logLevel: "error",
    plugins: [config.plugins, withoutStyle()],
    build: {
      target: TARGET,
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: [...FIXED] } } },
    },
  });
  if (!("output" in output)) throw new Error("Vite gave something else than one build");
  const chunks = new Map(output.output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
  // Another language comes before everything that shows a text, so it may not hang together with anything that does.
  const english = neededBy(chunks, /\/web\/texts\/en\/index\.ts$/, new Set());
  const base = neededBy(chunks, /\/web\/start\.tsx$/, english);
  const signIn = neededBy(chunks, /\/web\/routes\/auth\.tsx$/, base.union(english));
  const frame = neededBy(chunks, /\/web\/routes\/[^/]+\/layout\.tsx$/, base.union(english));
  return [
    ...FIXED,
    group("base", chunks, base),
    group("kit", chunks, frame.intersection(signIn)),
    group("frame", chunks, frame.difference(signIn)),
  ];
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** The chunks of these modules and what they import outright, all the way down; without the entry, which waits for none of them. */
function neededBy(chunks: Chunks, modules: RegExp, without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || chunk.isEntry || found.has(name) || without.has(name)) return;
    found.add(name);
    chunk.imports.forEach(visit);
  };
  const own = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId && modules.test(facadeModuleId));
  if (own.length === 0) throw new Error(`No chunk of the page is made for ${modules}`);
  for (const { fileName } of own) visit(fileName);
  return found;
}

/** What is fetched by name (start.tsx, a page) keeps a file of its own, which may import the group's. */
function group(name: string, chunks: Chunks, names: ReadonlySet<string>): Rolldown.CodeSplittingGroup {
  const all = [...names].flatMap((one) => chunks.get(one) ?? []);
  const modules = new Set(
    all.flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId)),
  );
  return { name, test: (id) => modules.has(id), includeDependenciesRecursively: false };
}

function withoutStyle(): Plugin {
  return {
    name: "portal-without-style",
    enforce: "pre",
    load: { filter: { id: /\.css$/ }, handler: () => "" },
  };
}
