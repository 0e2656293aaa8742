import { HANDBOOK } from "./handbook-address.ts";
import { ownWord } from "./own-word.ts";

/** The chapters of docs/handbok in their order, below a heading each. */
export const HANDBOOK_CHAPTERS = [
  { heading: "Handbok", chapters: ["borja"] },
  {
    heading: "Styrelse",
    chapters: [
      "flytta-in",
      "flytta-ut",
      "glomd-kod",
      "bil",
      "hantverkare",
      "min-kod-fungerar-inte",
      "vem-fick-tilltrade",
      "scheman",
    ],
  },
  { heading: "Fastighet och teknik", chapters: ["fastighetsskotare", "installator", "drift"] },
] as const;

type Chapter = (typeof HANDBOOK_CHAPTERS)[number]["chapters"][number];

/** The page of either area (the part of its path after the area) → the chapter that explains it. */
const CHAPTER_OF: Readonly<Record<string, Chapter>> = {
  "end-users": "flytta-in",
  import: "bil",
  groups: "hantverkare",
  who: "scheman",
  permissions: "hantverkare",
  schedules: "scheman",
  "access-logs": "min-kod-fungerar-inte",
  events: "vem-fick-tilltrade",
  plates: "bil",
  doors: "fastighetsskotare",
  controllers: "installator",
  organizations: "installator",
  admins: "installator",
  sync: "drift",
  operations: "drift",
};

/** Returns the address of the chapter that explains a page of the portal (its path), or of the first chapter. */
export function chapterFor(path: string): string {
  const [, , page = ""] = path.split("/");
  return `${HANDBOOK}/${ownWord(CHAPTER_OF, page) ?? "borja"}.html`;
}
