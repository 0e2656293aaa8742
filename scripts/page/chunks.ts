// Groups the page's chunks. Without groups, a first screen needs sixty to eighty chunks of one or two kilobytes, and each costs a
// request.
import { build, type Plugin, type Rolldown, type UserConfig } from "vite";

/** Packages that every screen needs and that change only by upgrades: one chunk, cached across the portal's releases. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

const FIXED: readonly Rolldown.CodeSplittingGroup[] = [
  { name: "foundation", test: FOUNDATION },
  // Shared by the pages with a list; small files of their own would be larger in total.
  {
    name: "lists",
    test: /web[\\/](?:ui[\\/](?:table[\\/](?!fill-link)|fields[\\/]search-field|filters[\\/]toolbar)|lib[\\/]lists[\\/](?:list-address|page-size|linked-parameter|use-search-text))/,
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
  // Shown on nearly every page; the link of an empty list by cards without one, too.
  {
    name: "parts",
    test: /web[\\/]ui[\\/](?:page[\\/]page-head|pill|sync-pill|empty-state|relative-time|table[\\/]fill-link)\.tsx$/,
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
];

const ICON = /node_modules[\\/]lucide-react[\\/]/;

/**
 * Icons of several pages; each would otherwise be a file of two hundred bytes. It comes after base, the frame and the sign-in page's icons,
 * so that the sign-in page fetches no others.
 */
const ICONS: Rolldown.CodeSplittingGroup = {
  name: "icons",
  test: ICON,
  minShareCount: 5,
};

/**
 * Shared by text and search fields. It is the last group: base needs some of these modules, and a chunk that imports base may not be
 * imported by it.
 */
const FIELDS: Rolldown.CodeSplittingGroup = {
  name: "fields",
  test: /node_modules[\\/](?:react-aria[\\/]dist[\\/]private[\\/](?:form|label|textfield)|react-aria-components[\\/]dist[\\/]private[\\/](?:Form|Input|FieldError))|web[\\/](?:ui[\\/]fields[\\/](?:field|cleaned-text)\.|lib[\\/]plain-line)/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};

/** The rules of people's fields. Every page that calls end-user-manager needs all of these small files. */
const PERSON_RULES: Rolldown.CodeSplittingGroup = {
  name: "person-rules",
  test: /contract[\\/](?:functions[\\/]end-user-manager|person-fields|mail-state)\.ts$/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};

export const TARGET = "es2022";

export const AT_START = /assets\/(index|rolldown-runtime|start|foundation|base|kit)-[\w-]+\.js$/;

/**
 * Returns the groups. "base": needed everywhere beyond the entry; "frame": by signed-in pages; "kit": the frame's part that sign-in shares;
 * "overlays": by every menu and dialog. Only a build shows what tree shaking leaves, so a quick one runs first.
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
  return [
    ...FIXED,
    group("base", chunks, base),
    group("kit", chunks, frame.intersection(signIn)),
    group("frame", chunks, frame.difference(signIn)),
    group("overlays", chunks, overlays),
    group("sign-in-icons", chunks, signIn, ICON),
    ICONS,
    FIELDS,
    PERSON_RULES,
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
