import { counted } from "#web/texts/counted.ts";
import type { vehicleImportTexts } from "./vehicle-import.sv.ts";

export const vehicleImport: typeof vehicleImportTexts = {
  open: "Import vehicles",
  formatTitle: "What the file must look like",
  formatHelp:
    "One line per vehicle with number plate, user and vehicle type. The user is written with first name and last name. Other columns are fine, you choose which is which.",
  // The header line is Swedish in every language.
  fields: ["Organisation", "Nummerplåt", "Användare", "Fordonstyp", "Skapad"],
  sample: [
    ["Brf Exempel", "MLB 84A", "Alva Exempelsson", "Car", "2026-03-12"],
    ["Brf Exempel", "ABC 123", "Nils Provberg", "Lorry", "2026-03-12"],
  ],
  sampleLabel: "Example of a file",
  factsTitle: "What the vehicles get",
  validityFact: "12 months of validity, from the import",
  gatesFact: "Access to all gates that the organisation has",
  noGates:
    "The organisation has no gates, so no vehicles can be imported yet. A system administrator assigns the gates.",
  formats: "CSV with comma, semicolon or tab, or an Excel file (.xlsx). At most 20,000 lines and 5 MB.",
  downloadTemplate: "Download template",
  templateName: "vehicles-template.csv",
  imported: (count) => `${counted(count, "vehicle was", "vehicles were")} added.`,
  showUsers: "Show users",

  title: "Import vehicles",
  group: "Group for everybody in the file",
  steps: ["Upload", "Preview", "Import"],
  stepsLabel: "Steps of the import",
  stepDone: "done",

  dropHere: "Drag a CSV file here",
  dropNow: "Drop the file here",
  choose: "Choose file",
  formatHint: "Format: Organisation, Nummerplåt, Användare, Fordonstyp, Skapad",
  reading: "Reading the file...",
  dropLabel: "Area to drop a file on",

  fileProblems: {
    empty: "The file is empty. Choose a file with at least one line.",
    too_large: "The file is larger than 5 MB. Split it and import one part at a time.",
    too_many_rows: "The file has more than 20,000 lines. Split it and import one part at a time.",
    old_excel: "The file is in an older Excel format or has a password. Save it as CSV or as .xlsx without a password.",
    nothing_seen:
      "All lines of the file are hidden or filtered out. Show them in the spreadsheet program, save, and choose the file again.",
    too_much_inside:
      "The workbook is too large to read: packed it is small, but its sheets are very large. Copy the lines into a new workbook, or save the sheet as CSV.",
    password: "The file is protected by a password. Save it without one, as .xlsx or CSV, and choose it again.",
    binary_excel: "The file is a binary Excel file (.xlsb). Open it in Excel and save it as .xlsx or CSV.",
    web_page:
      "The file is a web page (HTML) and not an Excel file, even if its name ends with .xls. Open it in Excel and save it as .xlsx or CSV.",
    xml_spreadsheet:
      "The file is an XML spreadsheet of Excel 2003 and not an .xls. Open it in Excel and save it as .xlsx or CSV.",
    open_document:
      "The file is an OpenDocument spreadsheet (.ods). Open it in LibreOffice and save it as .xlsx or CSV.",
    numbers: "The file is from Numbers. Open it in Numbers and export it to Excel (.xlsx) or CSV.",
    pdf: "The file is a PDF. Fetch the list as CSV or .xlsx from the program that made it.",
    image: "The file is an image. Fetch the list as CSV or .xlsx.",
    document:
      "The file is a text document or a presentation. Put the table in a spreadsheet and save it as .xlsx or CSV.",
    archive: "The file is an archive with other files in it. Unpack it and choose the file with the table.",
    not_a_table: "The file could not be read as a table. Save it as CSV or .xlsx and try again.",
    unreadable: "The file could not be opened. Check that no other program is using it.",
  },
  oneFile: "Drop one file at a time.",
  noVehicles: "No vehicles found in the file. Check that the lines have five fields.",

  columns: {
    unknownTitle: "The columns of the file are not recognised",
    unknown: "Choose which column is what. Nothing is imported before you have seen the result and approved it.",
    asked: "Choose which column is what. You see the result before anything is imported.",
    ask: "Choose columns",
    plate: "Number plate",
    user: "User",
    userHint: "The whole name, or the first name alone if the last name has a column of its own.",
    lastName: "Last name",
    vehicleType: "Vehicle type",
    notInFile: "Not in the file",
    choose: "Choose a column",
    column: (place, head) => (head === "" ? `Column ${place}` : `${place}: ${head}`),
    hasHeader: (row) => (row === 1 ? "The first line is headings" : `Line ${String(row)} is headings`),
    sample: "The first lines of the file",
    unused: "Not read",
    goOn: "Continue",
    missing: "Choose a column.",
    twice: "The column is already chosen.",
    noPlates: "Nothing in the column looks like a number plate. Choose another column.",
    tooFewFields: "Lacks the chosen columns",
    shortLines: (count, many) =>
      many ? `${count} lines lack the chosen columns` : `${count} line lacks the chosen columns`,
    noVehicles: "No vehicles found in the chosen columns.",
    fewPlates: (plates, filled) =>
      `Only ${plates} of ${filled} lines look like number plates. Check that it is the right column.`,
  },

  summary: "Summary",
  newCount: () => "new",
  duplicateCount: (isOne) => (isOne ? "duplicate" : "duplicates"),
  skippedCount: "skipped",
  totalCount: "in total",

  sheetOf: (sheet, file) => `Sheet ${sheet} of ${file}`,
  counted: (lines, exact, heads, exactHeads, joined, exactJoined) =>
    [
      exact === 1 ? "1 line in the file" : `${lines} lines in the file`,
      ...(exactHeads > 0 ? [exactHeads === 1 ? "1 is a heading" : `${heads} are headings`] : []),
      ...(exactJoined > 0
        ? [`${joined} ${exactJoined === 1 ? "belongs" : "belong"} to a field of the line above`]
        : []),
    ].join(", "),
  encoding: {
    titles: {
      mixed: "The file mixes text encodings",
      unsure: "The text encoding of the file is uncertain",
      repaired: "The file was saved with the wrong text encoding",
      lost: "Characters are lost in the file",
    },
    helps: {
      mixed: (rows, many) =>
        `${many ? `Lines ${rows} are` : `Line ${rows} is`} written in another way than the rest. Check that characters with accents are right.`,
      unsure: (rows, many) =>
        `Characters with accents may have been misread, on ${many ? "lines" : "line"} ${rows} among others. Compare with the original.`,
      repaired: (rows, many) =>
        `Characters with accents were saved as two others, as on ${many ? "lines" : "line"} ${rows}. The file is now read like this:`,
      lost: (rows, many) =>
        `${many ? `Lines ${rows} have` : `Line ${rows} has`} the sign � instead of a character. Save the file anew from the program that made it, or correct the names after the import.`,
    },
    choose: "Text encoding",
    names: {
      "utf-8": "UTF-8, as it stands in the file",
      "utf-16le": "UTF-16",
      "utf-16be": "UTF-16",
      repaired: "UTF-8, corrected",
      "windows-1252": "Windows (Western)",
      macintosh: "Mac (older Excel)",
      cp850: "DOS (850)",
      cp437: "DOS (437)",
      "windows-1250": "Windows (Central European)",
    },
    samples: "The file is read like this",
    isRight: "The characters are right",
  },
  hidden: {
    title: "Hidden in the sheet",
    rows: (count, exact) => (exact === 1 ? "1 hidden or filtered line" : `${count} hidden or filtered lines`),
    columns: (count, exact) => (exact === 1 ? "1 hidden column" : `${count} hidden columns`),
    leftOut: (what) => `Not read: ${what}.`,
    read: (what) => `Read too: ${what}.`,
    and: " and ",
    choose: "Read what is hidden too",
  },
  sheet: "Sheet",

  duplicatesTitle: "Duplicates",
  existsAlready: (plate, name) => `"${plate}" already exists - will create ${name}`,
  repeatedInFile: (plate, name) => `"${plate}" appears several times in the file - will create ${name}`,
  andMore: (count) => `...and ${count} more`,
  leaveOutDuplicates: "Do not import the duplicates",
  invalidTitle: "Lines that are skipped",
  rowReason: (row, reason) => `Line ${row}: ${reason}`,
  shortLines: (count, many) =>
    many ? `${count} lines have fewer than five fields` : `${count} line has fewer than five fields`,
  tooFewFields: "Fewer than five fields",
  problems: {
    missing_plate: "Number plate missing",
    missing_user: "User missing",
    several_plates: "Looks like several number plates, write one line per vehicle",
    plate_with_remark:
      "Looks like a number plate and a remark, write the plate only (without spaces if all of it belongs to the plate)",
    invalid_plate: "Invalid number plate",
    name_too_long: "The name is too long",
    vehicle_type_too_long: "The vehicle type is too long",
  },

  table: "Vehicles in the file",
  plate: "Number plate",
  firstName: "First name",
  lastName: "Last name",
  vehicleType: "Vehicle type",
  status: "Status",
  isNew: "New",
  isDuplicate: "Duplicate",
  approve: (count) => `Approve and import ${counted(count, "vehicle", "vehicles")}`,

  importing: "Importing",
  unit: "vehicles",
  keepOpen: "Leave the window open. What has been imported stays even if you cancel.",
  waiting: {
    network: "No contact with the server. The import continues when it is back.",
    session: "The session has expired. The import continues when you have signed in again.",
    server: "The server cannot take more right now. The import tries again in a while.",
  },
  cancelImport: "Cancel import",
  cancelling: "Cancelling...",

  doneTitle: "Import complete",
  doneText: (count) => `${counted(count, "vehicle", "vehicles")} imported`,
  partlyTitle: "Import partly complete",
  partlyText: (succeeded, failed) => `${succeeded} succeeded, ${failed} failed`,
  cancelledTitle: "The import was cancelled",
  stoppedTitle: "The import stopped",
  keptText: (done, total) =>
    `${done} of ${counted(total, "vehicle", "vehicles")} are imported and stay. Import the same file again for the rest: those already there are shown as duplicates.`,
  report: "Download error report",
  reportName: (file) => `error-report-${file}.csv`,
  row: "Line",
  reason: "Reason",

  undo: {
    title: "Recent imports",
    note: "Can be undone for a day",
    vehicles: (count) => counted(count, "vehicle", "vehicles"),
    people: (count) => counted(count, "user", "users"),
    changed: (count, exact) => (exact === 1 ? "1 has been changed since" : `${count} have been changed since`),
    undo: "Undo the import",
    undoOf: (when) => `Undo the import, ${when}`,
    undoing: "Undoing...",
    question: "Undo the import",
    consequence: {
      vehicles: (count, exact) =>
        exact === 1
          ? "1 user is removed with their vehicle and can no longer pass."
          : `${count} users are removed with their vehicles and can no longer pass.`,
      people: (count, exact) =>
        exact === 1
          ? "1 user is removed and can no longer pass."
          : `${count} users are removed and can no longer pass.`,
    },
    keeps: (count, exact) =>
      exact === 1
        ? "1 user has been changed since the import and stays."
        : `${count} users have been changed since the import and stay.`,
    untouched: "Nothing that was imported has been changed since.",
    doneTitle: "The import is undone",
    doneText: {
      vehicles: (count, exact) => (exact === 1 ? "1 vehicle was removed." : `${count} vehicles were removed.`),
      people: (count, exact) => (exact === 1 ? "1 user was removed." : `${count} users were removed.`),
    },
    keptText: (kept, names, more, exactMore) =>
      `${kept} changed since are still there: ${names}${exactMore > 0 ? ` and ${more} more` : ""}.`,
  },
};
