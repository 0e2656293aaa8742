/**
 * Finds a view column's origin from `resorigtbl` and `resorigcol` of the rewrite rule, a node tree in text, `{QUERY … :targetList
 * ({TARGETENTRY …})}`. Only depth 2 matters, so a brace counter replaces a parser.
 */

export type ViewOrigins = ReadonlyMap<number, { readonly table: string; readonly column: number }>;

const ENTRY = /:resno (\d+) [\s\S]*?:resorigtbl (\d+) :resorigcol (\d+)/;

/** Parses `pg_rewrite.ev_action::text`; empty for set operations. */
export function viewOrigins(action: string): ViewOrigins {
  const origins = new Map<number, { table: string; column: number }>();
  const { entries, topLevel } = splitTopLevel(action);
  if (!/:setOperations <>/.test(topLevel)) return origins;
  for (const entry of entries) {
    const found = ENTRY.exec(entry);
    if (!found?.[1] || !found[2] || found[2] === "0") continue;
    origins.set(Number(found[1]), { table: found[2], column: Number(found[3]) });
  }
  return origins;
}

function splitTopLevel(action: string): { entries: string[]; topLevel: string } {
  const entries: string[] = [];
  let topLevel = "";
  let entry = "";
  let depth = 0;
  for (let at = 0; at < action.length; at += 1) {
    const character = action[at];
    if (character === "\\") {
      at += 1;
      continue;
    }
    if (character === "{") {
      depth += 1;
      if (depth === 2) entry = "";
      continue;
    }
    if (character === "}") {
      if (depth === 2 && entry.startsWith("TARGETENTRY")) entries.push(entry);
      depth -= 1;
      continue;
    }
    if (depth === 1) topLevel += character;
    if (depth === 2) entry += character;
  }
  return { entries, topLevel };
}
