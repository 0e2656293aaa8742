import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { AccessGroup } from "#contract/functions/access-groups.ts";
import { PEOPLE_CHUNK_ROWS } from "#contract/limits.ts";
import { findPeopleColumns, type PeopleLayout } from "#contract/people-columns.ts";
import type { ImportGroup, ImportPlaces, PersonRow } from "#contract/people-file.ts";
import type { ValidityPeriod } from "#contract/validity.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { type AssignedController, doorName, shownDoors } from "#web/lib/controllers/assigned-controllers.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { SEVERAL, usePreview } from "#web/ui/preview/use-preview.tsx";
import type { Act } from "#web/ui/toasts/toast.tsx";
import { peopleImportTexts as texts } from "../texts/people-import.sv.ts";
import { useJoiningGroup } from "../use-joining-group.ts";
import { isInDoubt, type ReadFile } from "../vehicle-import/read-file.ts";
import { type ImportEnd, type ImportProgress, NO_PROGRESS, runTracked } from "../vehicle-import/run-import.ts";
import { UPLOAD, type UploadState, useFileReading } from "../vehicle-import/use-file-reading.ts";
import { waitFor } from "../vehicle-import/wait-for.ts";
import { checkPeople, type PeopleImport as ImportRequest, importPeople, previewCallsOf, suggestPins } from "./api.ts";
import { sendWithPins } from "./give-pins.ts";
import { readPeople } from "./read-people.ts";

export type PeopleImportState =
  | UploadState
  /** `isRight`: somebody has checked the decoded text and confirmed it. `at`: when the file was read. */
  | { step: "preview"; file: ReadFile; layout: PeopleLayout; isRight: boolean; at: Date }
  | { step: "importing"; file: ReadFile; total: number; progress: ImportProgress }
  | {
      step: "result";
      file: ReadFile;
      /** When the import began. */
      at: Date;
      progress: ImportProgress;
      end: ImportEnd;
      /** Rows that were sent, with the PINs they got. */
      rows: readonly PersonRow[];
      importId: string;
      /** The people who were added, by row. */
      people: ReadonlyMap<number, string>;
    };

export interface ImportSettings {
  doorIds: readonly string[];
  period: ValidityPeriod;
  generates: boolean;
  /** Also adds rows whose people already exist. */
  addsKnown: boolean;
}

const READ: Act = "people-file:read";
const AS_USUAL: ImportSettings = { doorIds: [], period: "12_months", generates: true, addsKnown: false };

/** Runs an import of people into one organisation. */
export function usePeopleImport(organizationId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<PeopleImportState>(UPLOAD);
  const [settings, setSettings] = useState(AS_USUAL);
  const reading = useFileReading({
    act: READ,
    show: setState,
    onRead: (file) =>
      setState({ step: "preview", file, layout: findPeopleColumns(file.lines), isRight: false, at: new Date() }),
  });
  const access = useQuery(getOrganizationAccessQueryOptions(organizationId || null)).data;
  const joined = useJoiningGroup(organizationId);
  const { groups, joining } = joined;
  const places = {
    ...placesOf(access ?? [], settings.doorIds),
    groups: (groups ?? []).map(groupOf),
    joining: joining === null ? [] : [groupOf(joining)],
  };
  // A door that was chosen for another organisation is not this one's.
  const doorIds = places.chosen.map(({ id }) => id);
  const people =
    state.step === "preview"
      ? readPeople(state.file.lines, { layout: state.layout, places, ...settings }, state.at)
      : [];
  const { known, checking } = useKnownPeople(organizationId, people);
  const [isCounting, setCounting] = useState(false);
  const sent = people
    .filter(({ row, problem }) => problem === null && (settings.addsKnown || known?.has(row.row) !== true))
    .map(({ row }) => row);

  const preview = usePreview(texts.approve(formatNumber(sent.length), sent.length === 1));
  const suggest = (ids: string[], count: number) => suggestPins(organizationId, ids, count);

  /**
   * Gives rows their PINs, which the import keeps, and asks before the import, showing the access that it gives. The import
   * itself reports a refusal.
   */
  async function isConfirmed(request: ImportRequest, rows: readonly PersonRow[], given: Map<number, string>) {
    setCounting(true);
    try {
      const ready: PersonRow[] = [];
      const send = async (some: PersonRow[]) => {
        ready.push(...some);
        return [];
      };
      await sendWithPins(rows, places, given, { suggest, send, paused: texts.paused });
      return await preview.confirmed(previewCallsOf(request, ready), SEVERAL);
    } catch (error) {
      if (error instanceof BackendError) return true;
      throw error;
    } finally {
      setCounting(false);
    }
  }

  async function start(): Promise<void> {
    if (state.step !== "preview" || isCounting) return;
    const { file } = state;
    const rows = sent;
    const given = new Map<number, string>();
    const added = new Map<number, string>();
    const groupIds = places.joining.map(({ id }) => id);
    const request = {
      importId: crypto.randomUUID(),
      organizationId,
      total: rows.length,
      accessPointIds: doorIds,
      groupIds,
    };
    if (!(await isConfirmed(request, rows, given))) return;
    const signal = reading.begin();
    const at = new Date();
    setState({ step: "importing", file, total: rows.length, progress: NO_PROGRESS });
    const { end, progress } = await runTracked<PersonRow>({
      rows,
      chunkRows: PEOPLE_CHUNK_ROWS,
      signal,
      send: async (chunk) => {
        const results = await sendWithPins(chunk, places, given, {
          suggest,
          send: (ready) => importPeople(request, ready),
          paused: texts.paused,
        });
        for (const result of results) if ("end_user_id" in result) added.set(result.row, result.end_user_id);
        return results;
      },
      wait: waitFor,
      onProgress: (next) => setState((now) => (now.step === "importing" ? { ...now, progress: next } : now)),
    });
    void client.invalidateQueries();
    const sentRows = rows.slice(0, progress.done).map((row) => ({ ...row, pin: given.get(row.row) ?? row.pin }));
    setState({ step: "result", file, at, progress, end, rows: sentRows, importId: request.importId, people: added });
  }

  return {
    state,
    settings: { ...settings, doorIds },
    places,
    joined,
    access,
    people,
    known,
    checking,
    sent,
    isCounting,
    panel: preview.panel,
    isReady:
      sent.length > 0 &&
      groups !== undefined &&
      access !== undefined &&
      known !== null &&
      state.step === "preview" &&
      (state.isRight || !isInDoubt(state.file)),
    read: reading.readFile,
    readAgain: reading.readAgain,
    setRight: (isRight: boolean) => setState((now) => (now.step === "preview" ? { ...now, isRight } : now)),
    refuse: reading.refuse,
    change: (next: Partial<ImportSettings>) => setSettings((now) => ({ ...now, ...next })),
    setLayout: (layout: PeopleLayout) => setState((now) => (now.step === "preview" ? { ...now, layout } : now)),
    reset: () => setState(UPLOAD),
    start: () => void start(),
    cancel: reading.end,
  };
}

export type PeopleImporting = ReturnType<typeof usePeopleImport>;

/** Asks which rows of a file already exist as people. */
function useKnownPeople(organizationId: string, people: readonly { row: PersonRow }[]) {
  const asked = people.map(({ row }) => row);
  const checking = useQuery({
    queryKey: ["end-users", "import", organizationId, asked.map(likeness)],
    enabled: organizationId !== "" && asked.length > 0,
    queryFn: ({ signal }) => checkPeople(organizationId, asked, signal),
  });
  return { known: checking.data ?? null, checking };
}

const likeness = ({ row, first_name, last_name, apartment, email }: PersonRow) =>
  [row, first_name, last_name, apartment, email].join("\t");

const groupOf = ({ id, name, doors }: AccessGroup): ImportGroup => ({
  id,
  name,
  doorIds: doors.flatMap(({ access_point_id: door }) => (door === null ? [] : [door])),
});

function placesOf(
  controllers: readonly AssignedController[],
  chosen: readonly string[],
): Omit<ImportPlaces, "groups" | "joining"> {
  const doors = controllers
    .filter((one) => DEVICE_KINDS[one.device_type] === "door")
    .flatMap((one) =>
      shownDoors(one)
        .filter((door) => door.enabled)
        .map((door) => ({
          id: door.id,
          name: doorName(door),
          controller: one.name,
          pinMin: door.pin_min ?? null,
          pinMax: door.pin_max ?? null,
        })),
    );
  return {
    doors,
    chosen: doors.filter(({ id }) => chosen.includes(id)),
    hasGates: controllers.some((one) => DEVICE_KINDS[one.device_type] === "gate"),
  };
}
