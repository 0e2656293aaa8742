// Reads parts of an Open Packaging file (ECMA-376 part 2). They are found by relationships, whatever their names, and unpacked one at a
// time, so that a workbook costs only its one sheet.
import { strFromU8, unzipSync } from "fflate";
import { readXml } from "./read-xml.ts";

/** Limit of all unpacked parts together, against zip bombs: a sheet of 20,000 vehicles is a few megabytes. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

export interface Relation {
  id: string;
  /** The last word of its type, the same in both namespaces of the standard: "worksheet". */
  kind: string;
  /** Key of a part. */
  target: string;
}

interface Entry {
  name: string;
  size: number;
}

export class PackageParts {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, Entry>();
  #left: number;

  /** Throws unless it is a zip archive. */
  constructor(bytes: Uint8Array, unpackedMaxBytes = UNPACKED_MAX_BYTES) {
    this.#bytes = bytes;
    this.#left = unpackedMaxBytes;
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const key = partKey(name);
        if (!this.#entries.has(key)) this.#entries.set(key, { name, size: originalSize });
        return false;
      },
    });
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns a part's text; undefined where there is none. Throws TooLargeError when it would exceed the remaining limit. */
  text(key: string | undefined): string | undefined {
    const entry = key === undefined ? undefined : this.#entries.get(partKey(key));
    if (entry === undefined) return undefined;
    this.#left -= entry.size;
    if (this.#left < 0) throw new TooLargeError("the parts of the workbook are too large together");
    let isFound = false;
    const parts = unzipSync(this.#bytes, {
      filter: ({ name }) => {
        const isIt = !isFound && name === entry.name;
        isFound ||= isIt;
        return isIt;
      },
    });
    const bytes = parts[entry.name];
    return bytes && decodeXml(bytes);
  }

  /** Returns the relationships of a part, or of the package; none where nothing states them. */
  relations(of = ""): Relation[] {
    const [folder, file] = split(partKey(of));
    const found: Relation[] = [];
    readXml(this.text(`${folder}_rels/${file}.rels`), () => ({
      open: (name, attributes) => {
        if (name !== "Relationship") return;
        const { Id, Type = "", Target, TargetMode } = attributes();
        if (Id === undefined || Target === undefined || TargetMode === "External") return;
        found.push({ id: Id, kind: Type.slice(Type.lastIndexOf("/") + 1), target: resolve(folder, Target) });
      },
    }));
    return found;
  }
}

/** Returns a part's key: writers differ in case, slash and a leading slash. */
export const partKey = (name: string): string => name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

function split(key: string): [folder: string, file: string] {
  const at = key.lastIndexOf("/") + 1;
  return [key.slice(0, at), key.slice(at)];
}

/** Resolves "worksheets/sheet1.xml", "/xl/…" and "../xl/…" from the folder of the part that names it. */
function resolve(folder: string, target: string): string {
  const path = target.replaceAll("\\", "/");
  const steps = path.startsWith("/") ? path.split("/") : [...folder.split("/"), ...path.split("/")];
  const kept: string[] = [];
  for (const step of steps) {
    if (step === "..") kept.pop();
    else if (step !== "" && step !== ".") kept.push(step);
  }
  return decodePath(kept.join("/")).toLowerCase();
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return strFromU8(bytes);
}
