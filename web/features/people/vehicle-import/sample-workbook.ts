// Workbooks as several programs write them, for the tests of this folder.
import { strToU8, zipSync } from "fflate";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STRICT_RELATIONS = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";

export interface SampleSheet {
  name: string;
  state?: "hidden" | "veryHidden";
  kind?: "worksheet" | "chartsheet" | "dialogsheet";
  /** Rows as XML; or texts, written as the workbook's writer does. */
  rows: string | readonly (readonly string[])[];
  /** Before the rows. */
  before?: string;
}

export interface Writer {
  /** How the package's parts are named. */
  separator?: "/" | "\\";
  sharedName?: string;
  texts?: "shared" | "inline" | "formula";
  strict?: boolean;
  /** Targets from the package's root. */
  absolute?: boolean;
  prefix?: string;
  sheetFolder?: string;
  bookFolder?: string;
  /** References of rows and cells, which some leave out. */
  references?: boolean;
  styles?: string;
  date1904?: boolean;
}

export const zipped = (parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 1 }),
  );

export function workbook(sheets: readonly SampleSheet[], writer: Writer = {}): Uint8Array<ArrayBuffer> {
  const { separator = "/", sharedName = "sharedStrings.xml", prefix = "", bookFolder = "xl" } = writer;
  const { sheetFolder = "worksheets" } = writer;
  const relationType = writer.strict ? STRICT_RELATIONS : RELATIONS;
  const p = prefix === "" ? "" : `${prefix}:`;
  const xmlns = `xmlns${prefix === "" ? "" : `:${prefix}`}="${writer.strict ? STRICT_MAIN : MAIN}"`;
  const target = (name: string) => (writer.absolute ? `/${bookFolder}/${name}` : name).replaceAll("/", separator);
  const shared: string[] = [];
  const parts: Record<string, string> = {};
  const relations: string[] = [];
  for (const [index, { kind = "worksheet", rows, before = "" }] of sheets.entries()) {
    const file = `${kind === "worksheet" ? sheetFolder : `${kind}s`}/sheet${index + 1}.xml`;
    const data = typeof rows === "string" ? rows : rowsOf(rows, p, writer, shared);
    parts[`${bookFolder}/${file}`] =
      kind === "worksheet"
        ? `<?xml version="1.0"?><${p}worksheet ${xmlns}>${before}<${p}sheetData>${data}</${p}sheetData></${p}worksheet>`
        : `<?xml version="1.0"?><${kind} ${xmlns}/>`;
    relations.push(`<Relationship Id="rId${index + 1}" Type="${relationType}/${kind}" Target="${target(file)}"/>`);
  }
  const items = shared.map((text) => `<${p}si><${p}t xml:space="preserve">${escaped(text)}</${p}t></${p}si>`).join("");
  parts[`${bookFolder}/${sharedName}`] = `<?xml version="1.0"?><${p}sst ${xmlns}>${items}</${p}sst>`;
  relations.push(
    `<Relationship Id="rIdS" Type="${relationType}/sharedStrings" Target="${target("sharedStrings.xml")}"/>`,
  );
  if (writer.styles !== undefined) {
    parts[`${bookFolder}/styles.xml`] = `<${p}styleSheet ${xmlns}>${writer.styles}</${p}styleSheet>`;
    relations.push(`<Relationship Id="rIdF" Type="${relationType}/styles" Target="${target("styles.xml")}"/>`);
  }
  const tabs = sheets
    .map(({ name, state }, index) => {
      const hidden = state === undefined ? "" : ` state="${state}"`;
      return `<${p}sheet name="${name}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`;
    })
    .join("");
  const from1904 = writer.date1904 ? `<${p}workbookPr date1904="1"/>` : "";
  parts[`${bookFolder}/workbook.xml`] =
    `<?xml version="1.0"?><${p}workbook ${xmlns} xmlns:r="${relationType}">${from1904}<${p}sheets>${tabs}</${p}sheets></${p}workbook>`;
  const inRelations = (all: string) => `<Relationships xmlns="${PACKAGE_RELATIONS}">${all}</Relationships>`;
  parts[`${bookFolder}/_rels/workbook.xml.rels`] = inRelations(relations.join(""));
  const book = `${writer.absolute ? "/" : ""}${bookFolder}/workbook.xml`.replaceAll("/", separator);
  parts["_rels/.rels"] = inRelations(`<Relationship Id="a" Type="${relationType}/officeDocument" Target="${book}"/>`);
  parts["[Content_Types].xml"] = "<Types/>";
  return zipped(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name.replaceAll("/", separator), text])),
  );
}

function rowsOf(rows: readonly (readonly string[])[], p: string, writer: Writer, shared: string[]): string {
  const { references = true, texts = "shared" } = writer;
  return rows
    .map((row, at) => {
      const cells = row.map((text, column) => {
        const r = references ? ` r="${"ABCDEFGH"[column]}${at + 1}"` : "";
        if (texts === "inline")
          return `<${p}c${r} t="inlineStr"><${p}is><${p}t>${escaped(text)}</${p}t></${p}is></${p}c>`;
        if (texts === "formula") return `<${p}c${r} t="str"><${p}f>A1</${p}f><${p}v>${escaped(text)}</${p}v></${p}c>`;
        return `<${p}c${r} t="s"><${p}v>${shared.push(text) - 1}</${p}v></${p}c>`;
      });
      return `<${p}row${references ? ` r="${at + 1}"` : ""}>${cells.join("")}</${p}row>`;
    })
    .join("");
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
