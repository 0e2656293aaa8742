// Groups the page's chunks. Without groups, a first screen needs sixty to eighty chunks of one or two kilobytes, and each costs a
// request.
import { build, type Plugin, type Rolldown, type UserConfig } from "vite";
import { joinedChunks } from "./joined-chunks.ts";

/** Packages that every screen needs and that change only by upgrades: one chunk, cached across the portal's releases. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

const FIXED: readonly Rolldown.CodeSplittingGroup[] = [{ name: "foundation", test: FOUNDATION }];

const ICON = /node_modules[\\/]lucide-react[\\/]/;

/** Weights of what a chunk is fetched for: a page on every visit, a dialog when somebody opens it. */
const [PAGE, DIALOG] = [20, 1];

/** The frame's chunks are there before a page or dialog of an area. */
const BEFORE_A_SCREEN = /\/web\/routes\/[^/]+\/layout\.tsx$/;
const WITHOUT_FRAME = /\/web\/routes\/(?:auth|not-found)\.tsx$/;

/** The program, the other language, and the kit, which shows every component. */
const NO_SCREEN = /\/web\/(?:start|texts\/en|routes\/kit)\.tsx?$/;

export const TARGET = "es2022";

export const AT_START = /assets\/(index|rolldown-runtime|start|foundation|base|kit)-[\w-]+\.js$/;

/**
 * Returns the groups. "base": needed everywhere beyond the entry; "frame": by signed-in pages; "kit": the frame's part that sign-in shares;
 * "overlays": by every menu and dialog; the others join the rest where that saves requests. Only a build shows what tree shaking leaves,
 * so a quick one runs first.
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
  // English comes first: a language must not depend on components that show its texts.
  const english = neededBy(chunks, /\/web\/texts\/en\.ts$/, new Set());
  const base = neededBy(chunks, /\/web\/start\.tsx$/, english);
  const signIn = neededBy(chunks, /\/web\/routes\/auth\.tsx$/, base.union(english));
  const frame = neededBy(chunks, /\/web\/routes\/[^/]+\/layout\.tsx$/, base.union(english));
  // The kit shows every component.
  const pages = neededBy(chunks, /\/web\/routes\/(?!kit)[^.]+\.tsx$/, english);
  const overlays = neededBy(chunks, /\/web\/ui\/dialogs\/(?:menu-panel|page-dialogs)\.tsx$/, pages.union(english));
  const shared = { base, kit: frame.intersection(signIn), frame: frame.difference(signIn), overlays };
  return [
    ...FIXED,
    ...Object.entries(shared).map(([name, names]) => group(name, chunks, names)),
    group("sign-in-icons", chunks, signIn, ICON),
    ...joinedGroups(chunks, Object.values(shared), english),
  ];
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns the static imports, transitively, without the entry. */
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

/** Returns groups of the chunks that stand in no other. `files`: the other groups' chunks; `english`: the language's own. */
function joinedGroups(
  chunks: Chunks,
  files: readonly ReadonlySet<string>[],
  english: ReadonlySet<string>,
): Rolldown.CodeSplittingGroup[] {
  const all = [...chunks.values()];
  const namesOf = (modules: RegExp) =>
    all.filter(({ facadeModuleId }) => modules.test(facadeModuleId ?? "")).map(({ fileName }) => fileName);
  const before = namesOf(BEFORE_A_SCREEN);
  const [frameless, pages] = [new Set(namesOf(WITHOUT_FRAME)), new Set(namesOf(/\/web\/routes\//))];
  const noScreen = new Set([...before, ...namesOf(NO_SCREEN)]);
  const screens = new Map(
    all
      .filter(({ fileName, isDynamicEntry }) => isDynamicEntry && !noScreen.has(fileName))
      .map(({ fileName }) => [fileName, pages.has(fileName) ? PAGE : DIALOG]),
  );
  const sized = all.map(({ fileName, imports, code }) => {
    const its = screens.has(fileName) && !frameless.has(fileName) ? [...imports, ...before] : imports;
    return [fileName, { imports: its, bytes: code.length }] as const;
  });
  // A part that one file imports late, such as the select of filters, keeps its own file where others import it at once.
  const late = new Set(all.flatMap(({ dynamicImports }) => dynamicImports));
  const joinable = all.filter(
    ({ fileName, isEntry, moduleIds }) =>
      !isEntry &&
      !late.has(fileName) &&
      !files.some((file) => file.has(fileName)) &&
      !english.has(fileName) &&
      !moduleIds.some((id) => FOUNDATION.test(id)),
  );
  const names = new Set(joinable.map(({ fileName }) => fileName));
  return joinedChunks(new Map(sized), screens, names, files).map((joined, place) =>
    group(`shared-${place}`, chunks, new Set(joined)),
  );
}

/** Makes a group. Lazy chunks (start.tsx, a page) keep their own file, which may import the group's. `only`: not the other modules. */
function group(name: string, chunks: Chunks, names: ReadonlySet<string>, only = /./): Rolldown.CodeSplittingGroup {
  const all = [...names].flatMap((one) => chunks.get(one) ?? []);
  const modules = new Set(
    all.flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId)),
  );
  return { name, test: (id) => modules.has(id) && only.test(id), includeDependenciesRecursively: false };
}

function withoutStyle(): Plugin {
  return {
    name: "portal-without-style",
    enforce: "pre",
    load: { filter: { id: /\.css$/ }, handler: () => "" },
  };
}
