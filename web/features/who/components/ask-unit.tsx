import { useMutation } from "@tanstack/react-query";
import { RadioTower } from "lucide-react";
import { askUnit, type UnitAnswer, type UnitAnswers } from "#contract/functions/ask-unit.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { formatClock, formatDayAndClock, formatNumber } from "#web/lib/dates.ts";
import { nameList } from "#web/lib/name-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Note, type NoteTone } from "#web/ui/note.tsx";
import { whoTexts as t } from "../texts/who.sv.ts";
import { sortAnswers } from "../unit-answers.ts";

/** Asks the door's own controller about each PIN, and says where its answer differs from the portal's. `at` null: now, by dry run. */
export function AskUnit({ door, at }: { door: string; at: string | null }) {
  const question = { access_point_id: door, ...(at === null ? {} : { at }) };
  const ask = useMutation({ mutationFn: () => callAction(askUnit, question) });
  return (
    <div className="mb-4 flex flex-col items-start gap-2">
      <Button icon={RadioTower} busy={ask.isPending} onPress={() => ask.mutate()}>
        {t.askUnit}
      </Button>
      <div role="status" className="flex w-full flex-col gap-2 empty:hidden">
        {ask.error && <Note tone="fail">{errorSentence(ask.error)}</Note>}
        {ask.data && <Answers said={ask.data} at={at} />}
      </div>
    </div>
  );
}

function Answers({ said: { asked_at, answers, left, trouble }, at }: { said: UnitAnswers; at: string | null }) {
  const { agreeing, differing, unsure } = sortAnswers(answers);
  const when = at === null ? t.tried(formatClock(asked_at)) : t.bySchedule(formatDayAndClock(at));
  return (
    <>
      {trouble !== null && <Note tone="wait">{t.unitTroubles[trouble]}</Note>}
      {agreeing.length > 0 && differing.length === 0 && (
        <Note tone="ok">{t.unitAgrees(formatNumber(agreeing.length), when)}</Note>
      )}
      {trouble === null && answers.length === 0 && <Note tone="quiet">{t.unitHoldsNone}</Note>}
      <NamedNotes tone="fail" answers={differing} words={t.unitDiffers} when={when} />
      <NamedNotes tone="quiet" answers={unsure} words={t.unitKnows} when={when} />
      {left > 0 && trouble === null && <Note tone="wait">{t.unitLeft(formatNumber(left), left === 1)}</Note>}
    </>
  );
}

interface NamedNotesProps {
  tone: NoteTone;
  answers: readonly UnitAnswer[];
  words: Record<"opens" | "refuses", (names: string, when: string) => string>;
  when: string;
}

/** Names those whom the unit lets in, and those whom it does not. */
function NamedNotes({ tone, answers, words, when }: NamedNotesProps) {
  const parts = Map.groupBy(answers, ({ granted }) => (granted ? ("opens" as const) : ("refuses" as const)));
  return [...parts].map(([part, some]) => (
    <Note key={part} tone={tone}>
      {words[part](nameList(some.map(({ label }) => label)), when)}
    </Note>
  ));
}
