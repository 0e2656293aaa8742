// Finds the columns of a file of people by header words in Swedish and English. Pure.
import { ofPersonFields, PERSON_FIELDS, personFields } from "./person-fields.ts";
import type { TextLine } from "./read-csv.ts";

export const PEOPLE_COLUMNS = [
  "first_name",
  "last_name",
  ...PERSON_FIELDS,
  "pin",
  "doors",
  "groups",
  "plate",
  "validity",
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

/** Positions in a line, from 0; null: not in the file. */
export type PeopleColumns = Record<PeopleColumn, number | null>;

export interface PeopleLayout {
  columns: PeopleColumns;
  /** Index of the header line; null: every line is a person. */
  header: number | null;
}

// Compared without case, dots, spaces and hyphens.
const WORDS: Readonly<Record<PeopleColumn, string>> = {
  first_name: "namn förnamn användare person boende hyresgäst medlem name firstname fullname user tenant resident",
  last_name: "efternamn lastname surname familyname",
  ...ofPersonFields((field) => personFields[field].heads),
  pin: "pin pinkod kod dörrkod portkod pincode code",
  doors: "dörr dörrar tillgång doors door access",
  groups: "grupp grupper behörighetsgrupp behörighetsgrupper group groups accessgroup accessgroups",
  plate: "nummerplåt registreringsnummer regnummer regnr skylt plate licenseplate numberplate registrationnumber",
  validity:
    "giltighet giltigt giltig giltigtill giltigttill giltigtom giltigttom giltigtillochmed giltigttillochmed gäller gällertill gällertom gällertillochmed slut slutdatum slutar sistadag upphör upphördatum utgår utgångsdatum tillochmed tom validity valid validto validthrough validuntil until expires expiry expirydate ends enddate lastday",
};
const MOST_TITLE_LINES = 30;
/** A title line may contain one of the known words, so one is not enough. */
const LEAST_WORDS = 2;

const headWord = (field: string) => field.toLowerCase().replace(/[\s.\-_]/g, "");

function columnsOf(line: TextLine): PeopleColumns {
  const heads = line.fields.map(headWord);
  const at = (column: PeopleColumn) => {
    const place = heads.findIndex((head) => WORDS[column].split(" ").includes(head));
    return place === -1 ? null : place;
  };
  return Object.fromEntries(PEOPLE_COLUMNS.map((column) => [column, at(column)])) as PeopleColumns;
}

const known = (columns: PeopleColumns) => Object.values(columns).filter((at) => at !== null).length;

/** Returns the file's columns, as far as its header names them; without a header the first column is the name. */
export function findPeopleColumns(lines: readonly TextLine[]): PeopleLayout {
  for (const [header, line] of lines.slice(0, MOST_TITLE_LINES).entries()) {
    const columns = columnsOf(line);
    if (columns.first_name !== null && known(columns) >= LEAST_WORDS) return { columns, header };
  }
  const none = Object.fromEntries(PEOPLE_COLUMNS.map((column) => [column, null])) as PeopleColumns;
  return { columns: { ...none, first_name: 0 }, header: null };
}

/** Words of a validity such as "12 månader", in both languages, with their unit. */
export const PERIOD_WORDS = [
  [/^(\d+) ?(dag|dagar|day|days)$/, "day"],
  [/^(\d+) ?(vecka|veckor|week|weeks)$/, "week"],
  [/^(\d+) ?(mån|mån\.|månad|månader|month|months)$/, "month"],
  [/^(\d+) ?(år|year|years)$/, "year"],
] as const;
