// Says what an import did, and hands over the PINs while they are known.
import { Download, Printer } from "lucide-react";
import { toCsv } from "#contract/csv-export.ts";
import { IMPORT_MAX_INVALID_REASONS } from "#contract/limits.ts";
import { type ImportPlaces, type PersonRow, periodOf, pinDoorsOfRow } from "#contract/people-file.ts";
import { takesPin } from "#contract/pin.ts";
import { validityWindow } from "#contract/validity.ts";
import { handoverTexts } from "#web/features/people/texts/handover.sv.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { CutList } from "#web/features/people/vehicle-import/components/cut-list.tsx";
import { formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { endWords, type HandoverNote } from "#web/lib/people/handover-note.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import type { PeopleImportState } from "../use-people-import.ts";
import { MailPins } from "./mail-pins.tsx";
import { PinSlips } from "./pin-slips.tsx";

interface ImportResultProps {
  result: Extract<PeopleImportState, { step: "result" }>;
  places: ImportPlaces;
  organization: string;
  usersPath: string;
  onAgain: () => void;
}

export function ImportResult({ result, places, organization, usersPath, onAgain }: ImportResultProps) {
  const { progress, end, rows } = result;
  const failed = new Set(progress.failed.map(({ row }) => row));
  const added = rows.filter(({ row }) => !failed.has(row));
  const withPin = added.filter(({ pin }) => pin !== "");
  const slips = withPin.map((row) => ({
    apartment: row.apartment,
    note: noteOf(row, { places, organization, at: result.at }),
  }));
  const mailable = withPin.flatMap(({ row, email, first_name, last_name }) => {
    const id = result.people.get(row);
    return email === "" || id === undefined ? [] : [{ id, name: `${first_name} ${last_name}` }];
  });
  const isWhole = end.outcome === "done" && failed.size === 0;
  return (
    <div className="flex flex-col gap-4">
      <Note
        tone={isWhole ? "ok" : end.outcome === "stopped" ? "fail" : "wait"}
        role="status"
        actions={[{ label: texts.showUsers, href: usersPath }]}
      >
        <p className="font-strong">{TITLES[end.outcome]}</p>
        {end.outcome === "stopped" && <p>{end.error.message}</p>}
        <p>{texts.added(formatNumber(added.length), added.length)}</p>
      </Note>
      {failed.size > 0 && (
        <div className="flex flex-col items-start gap-3 text-small text-ink-2">
          <p className="font-strong text-ink">{texts.failed(formatNumber(failed.size), failed.size)}</p>
          <CutList lines={progress.failed.map(({ error }) => error)} most={IMPORT_MAX_INVALID_REASONS} />
          <Button icon={Download} onPress={() => downloadReport(result)}>
            {texts.report}
          </Button>
        </div>
      )}
      {slips.length > 0 && <p className="text-small text-ink-2">{texts.slipsHelp}</p>}
      {slips.length > 0 && (
        <div>
          <Button variant="primary" autoFocus icon={Printer} onPress={() => window.print()}>
            {texts.slips(formatNumber(slips.length), slips.length)}
          </Button>
        </div>
      )}
      {slips.length > 0 && <MailPins importId={result.importId} people={mailable} total={slips.length} />}
      <div>
        <Button autoFocus={slips.length === 0} onPress={onAgain}>
          {texts.again}
        </Button>
      </div>
      {slips.length > 0 && <PinSlips slips={slips} />}
    </div>
  );
}

const TITLES = { done: texts.doneTitle, cancelled: texts.cancelledTitle, stopped: texts.stoppedTitle };

interface NoteFacts extends Pick<ImportResultProps, "places" | "organization"> {
  /** When the import began: no code ends earlier than a period from then. */
  at: Date;
}

function noteOf(row: PersonRow, { places, organization, at }: NoteFacts): HandoverNote {
  const found = pinDoorsOfRow(row, places);
  const doors = "doors" in found ? found.doors.filter((door) => takesPin(door, row.pin)) : [];
  const period = periodOf(row.validity);
  return {
    for: `${row.first_name} ${row.last_name}`,
    organization,
    code: row.pin,
    doors: doors.map(({ name }) => name),
    standing: "valid",
    validFrom: null,
    validTo: period === null ? formatLongDay(row.validity) : endWords(validityWindow(period, at).validTo),
    advice: handoverTexts.advice,
  };
}

function downloadReport({ file, progress }: ImportResultProps["result"]): void {
  const lines = new Map(file.lines.map((line) => [line.number, line.fields]));
  const body = progress.failed.map(({ row, error }) => [
    row,
    // The number of the row has a column, so it is removed from the sentence.
    error.replace(/^\w+ \d+: /, ""),
    ...(lines.get(row) ?? []),
  ]);
  downloadCsv(
    texts.reportName(file.fileName.replace(/\.[a-z]{2,4}$/i, "")),
    toCsv([[texts.row, texts.reason], ...body]),
  );
}
