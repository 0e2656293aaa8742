// The question before an operation on several people: who they are, and the consequences.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { useExtendCredentials } from "#web/lib/people/extend-credentials.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { type Act } from "#web/ui/toasts/toast.tsx";
import { getChosenPeopleQueryOptions, useChangePeople } from "../api/change-people.ts";
import { reportBulk } from "../bulk-outcome.tsx";
import { type BulkKind, previewCallsOf, requestsOf } from "../bulk-request.ts";
import { consequencesOf, countedCredentials, extensionsOf } from "../consequences.ts";
import { reportExtensions } from "../extension-outcome.tsx";
import { fullName, type Person } from "../person.ts";
import { bulkPeopleTexts as t } from "../texts/bulk-people.sv.ts";
import { PeopleDifference } from "./people-difference.tsx";
import { StillOpensNote } from "./still-opens-note.tsx";

const MOST_NAMES = 5;

const WORDS = {
  extend: { title: t.extendTitle, question: t.extendQuestion },
  delete: { title: t.removeTitle, question: t.removeQuestion },
  off: { title: t.offTitle, question: t.offQuestion },
  on: { title: t.onTitle, question: t.onQuestion },
} as const;

export interface BulkPeopleDialogProps {
  kind: BulkKind | "extend";
  people: readonly Person[];
  onDone: () => void;
  onClose: () => void;
}

export function BulkPeopleDialog({ kind, people, onDone, onClose }: BulkPeopleDialogProps) {
  const client = useQueryClient();
  const change = useChangePeople();
  const extend = useExtendCredentials();
  const [act] = useState<Act>(() => `people:${kind} ${crypto.randomUUID()}`);
  const title = WORDS[kind].title(formatNumber(people.length), people.length === 1);

  async function run(): Promise<void> {
    if (kind === "extend") {
      const ids = people.flatMap((person) => person.credentials.map((credential) => credential.id));
      reportExtensions({ act, people, reply: await extend.extend(ids), undo: extend.undo });
    } else {
      const reply = await change.mutateAsync(
        requestsOf(
          kind,
          people.map(({ id }) => ({ id })),
        ),
      );
      const refresh = () => void client.invalidateQueries({ queryKey: ["end-users"] });
      reportBulk({ act, kind, people, reply, repeat: (requests) => change.mutateAsync(requests), refresh });
    }
    onDone();
  }

  return (
    <AsyncConfirmDialog
      act={act}
      title={title}
      consequence={<WhatFollows kind={kind} people={people} />}
      confirmLabel={title}
      busyLabel={t.busy}
      confirmVariant={kind === "on" || kind === "extend" ? "primary" : "danger"}
      run={run}
      onClose={onClose}
    >
      {WORDS[kind].question}
    </AsyncConfirmDialog>
  );
}

function WhatFollows({ kind, people }: Pick<BulkPeopleDialogProps, "kind" | "people">) {
  // Counted from their present state, not from the list.
  const now = useQuery(getChosenPeopleQueryOptions(people.map((person) => person.id).toSorted()));
  const rest = people.length - MOST_NAMES;
  const names = people.slice(0, MOST_NAMES).map(fullName).join(", ");
  return (
    <div className="flex flex-col gap-1.5">
      <p className="line-clamp-3 font-strong">
        {names}
        {rest > 0 && ` ${t.more(formatNumber(rest))}`}
      </p>
      <div role="status">
        {now.isPending && <p className="text-ink-2">{t.counting}</p>}
        {now.isError && <p className="text-fail-ink">{t.countFailed}</p>}
        {now.data && kind === "extend" && <Extended people={now.data} />}
        {now.data && (kind === "delete" || kind === "off") && <Stopped kind={kind} people={now.data} />}
      </div>
      <PeopleDifference calls={previewCallsOf(kind, people)} />
    </div>
  );
}

function Stopped({ kind, people }: { kind: "delete" | "off"; people: readonly Person[] }) {
  const { data: units = [] } = useQuery(getControllersNowQueryOptions());
  const credentials = countedCredentials(people, kind === "delete" ? "all" : "enabled");
  const { pins, controllers, plates } = consequencesOf(credentials);
  // Counts per controller are left out when all people are on all of them.
  const allEverywhere = controllers.every(({ pins: count }) => count === pins);
  const places = controllers
    .map(({ name, pins: count }) => (allEverywhere ? name : t.atController(name, formatNumber(count))))
    .join(", ");
  const pinWords = t.pins(formatNumber(pins), pins === 1);
  if (pins + plates === 0) return <p>{t.nothing}</p>;
  return (
    <>
      <p className="text-ink-2">{t.stops}</p>
      {pins > 0 && <p>{places === "" ? pinWords : t.pinsOf(pinWords, places)}</p>}
      {plates > 0 && <p>{t.plates(formatNumber(plates), plates === 1)}</p>}
      <StillOpensNote credentials={credentials} kind={kind} controllers={units} className="mt-3" />
    </>
  );
}

function Extended({ people }: { people: readonly Person[] }) {
  const { pins, plates, enough } = extensionsOf(people, new Date(useNow()));
  if (pins + plates + enough === 0) return <p>{t.nothingToExtend}</p>;
  return (
    <>
      {pins > 0 && <p>{t.pins(formatNumber(pins), pins === 1)}</p>}
      {plates > 0 && <p>{t.plates(formatNumber(plates), plates === 1)}</p>}
      {enough > 0 && <p className="text-ink-2">{t.haveEnough(formatNumber(enough))}</p>}
    </>
  );
}
