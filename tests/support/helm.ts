// Renders the small part of Helm's templates and reads the small part of YAML that deploy/helm uses; anything else is an error.
import { z } from "zod";

export type Yaml = string | number | boolean | null | Yaml[] | { [key: string]: Yaml };

const scalar = z.union([z.string(), z.number(), z.boolean()]);

interface Line {
  indent: number;
  text: string;
}

const scalars = z.array(scalar);

/**
 * Renders `{{ .Values.x }}`, `{{ .Values.x | quote }}`, `{{ join "," .Values.x | quote }}`, `{{ .Release.Name }}`,
 * `{{- if .Values.x }} … {{- else }} … {{- end }}`, and `{{- range .Values.x }} … {{ . }} … {{- end }}` without another control in it.
 */
export function renderTemplate(template: string, values: Yaml, release: string): string {
  const read = (path: string): Yaml => {
    if (path === ".Release.Name") return release;
    const found = path
      .split(".")
      .slice(2)
      .reduce<Yaml | undefined>((at, key) => mapping.safeParse(at).data?.[key], values);
    if (found === undefined) throw new Error(`values.yaml lacks ${path}`);
    return found;
  };
  const repeated = template
    .replaceAll(/^\{\{- range (\S+) \}\}\n([\s\S]*?)^\{\{- end \}\}\n/gm, (_all, path: string, body: string) =>
      scalars
        .parse(read(path))
        .map((item) => body.replaceAll("{{ . | quote }}", JSON.stringify(item)).replaceAll("{{ . }}", `${item}`))
        .join(""),
    )
    .replaceAll(/\{\{ join "," (\S+) \| quote \}\}/g, (_all, path: string) =>
      JSON.stringify(scalars.parse(read(path)).join(",")),
    );
  const shown: boolean[] = [];
  const lines: string[] = [];
  for (const line of repeated.split("\n")) {
    const control = /^\{\{- (?:if (\S+)|(else)|(end)) \}\}$/.exec(line);
    if (control?.[1]) shown.push(isTrue(read(control[1])));
    else if (control?.[2]) shown.push(!shown.pop());
    else if (control?.[3]) shown.pop();
    else if (shown.every(Boolean))
      lines.push(
        line.replaceAll(/\{\{ (\.\S+)( \| quote)? \}\}/g, (_all, path: string, quoted?: string) =>
          quoted === undefined ? scalar.parse(read(path)).toString() : JSON.stringify(read(path)),
        ),
      );
  }
  const rest = lines.find((line) => line.includes("{{"));
  if (rest !== undefined) throw new Error(`not understood: ${rest}`);
  return lines.join("\n");
}

/** Tells what a template's `if` takes for true: an empty list is not. */
const isTrue = (value: Yaml) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Reads mappings, lists and scalars in block form. */
export function readYaml(text: string): Yaml {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*#/.test(line))
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const value = readBlock(lines, lines[0]?.indent ?? 0);
  if (lines[0] !== undefined) throw new Error(`indented like nothing else: ${lines[0].text}`);
  return value;
}

const mapping: z.ZodType<{ [key: string]: Yaml }> = z.record(
  z.string(),
  z.lazy(() => z.custom<Yaml>()),
);

function readBlock(lines: Line[], indent: number): Yaml {
  const isList = lines[0]?.text.startsWith("- ") === true;
  const list: Yaml[] = [];
  const map: { [key: string]: Yaml } = {};
  for (let line = lines[0]; line !== undefined && line.indent === indent; line = lines[0]) {
    if (line.text.startsWith("- ") !== isList) break;
    if (isList) {
      const inner = { indent: indent + 2, text: line.text.slice(2) };
      lines[0] = inner;
      if (/^[\w./-]+:( |$)/.test(inner.text)) list.push(readBlock(lines, inner.indent));
      else {
        lines.shift();
        list.push(readScalar(inner.text));
      }
      continue;
    }
    const [, key, rest = ""] = /^([\w./-]+):(?: (.*))?$/.exec(line.text) ?? [];
    if (key === undefined) throw new Error(`no key: ${line.text}`);
    if (key in map) throw new Error(`twice: ${key}`);
    lines.shift();
    const next = lines[0];
    const isNested = rest === "" && next !== undefined && next.indent > indent;
    map[key] = isNested ? readBlock(lines, next.indent) : readScalar(rest);
  }
  return isList ? list : map;
}

function readScalar(text: string): Yaml {
  if (text === "{}") return {};
  if (text === "") return null;
  if (/^(true|false)$/.test(text)) return text === "true";
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text.startsWith('"')) return z.string().parse(JSON.parse(text));
  if (/[{}[\]&*!|>%@`]|: | #/.test(text)) throw new Error(`not plain: ${text}`);
  return text;
}
