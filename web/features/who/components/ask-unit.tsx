import { useMutation } from "@tanstack/react-query";
import { RadioTower } from "lucide-react";
import { askUnit, type UnitAnswers } from "#contract/functions/ask-unit.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { formatClock, formatNumber } from "#web/lib/dates.ts";
import { nameList } from "#web/lib/name-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { whoTexts as t } from "../texts/who.sv.ts";

/** Asks the door's own controller about each PIN, and says where its answer differs from the portal's. */
export function AskUnit({ door }: { door: string }) {
  const ask = useMutation({ mutationFn: () => callAction(askUnit, { access_point_id: door }) });
  return (
    <div className="mb-4 flex flex-col items-start gap-2">
      <Button icon={RadioTower} busy={ask.isPending} onPress={() => ask.mutate()}>
        {t.askUnit}
      </Button>
      <div role="status" className="flex w-full flex-col gap-2 empty:hidden">
        {ask.error && <Note tone="fail">{errorSentence(ask.error)}</Note>}
        {ask.data && <Answers answers={ask.data} />}
      </div>
    </div>
  );
}

function Answers({ answers: { asked_at, answers, left, trouble } }: { answers: UnitAnswers }) {
  const agreeing = answers.filter(({ verdict, granted }) => verdict === (granted ? "in" : "out"));
  const unsure = answers.filter(({ verdict }) => verdict === "unknown");
  const differing = answers.filter((one) => !agreeing.includes(one) && !unsure.includes(one));
  const clock = formatClock(asked_at);
  const names = (some: UnitAnswers["answers"], granted: boolean) =>
    nameList(some.filter((one) => one.granted === granted).map(({ label }) => label));
  return (
    <>
      {trouble !== null && <Note tone="wait">{t.unitTroubles[trouble]}</Note>}
      {answers.length > 0 && differing.length === 0 && (
        <Note tone="ok">{t.unitAgrees(formatNumber(agreeing.length), clock)}</Note>
      )}
      {trouble === null && answers.length === 0 && <Note tone="quiet">{t.unitHoldsNone}</Note>}
      {[true, false].map((granted) => {
        const here = differing.filter((one) => one.granted === granted);
        return (
          here.length > 0 && (
            <Note key={String(granted)} tone="fail">
              {(granted ? t.unitOpensFor : t.unitRefuses)(names(here, granted), clock)}
            </Note>
          )
        );
      })}
      {[true, false].map((granted) => {
        const here = unsure.filter((one) => one.granted === granted);
        return (
          here.length > 0 && (
            <Note key={String(granted)} tone="quiet">
              {(granted ? t.unsureOpens : t.unsureRefuses)(names(here, granted), clock)}
            </Note>
          )
        );
      })}
      {left > 0 && trouble === null && <Note tone="wait">{t.unitLeft(formatNumber(left), left === 1)}</Note>}
    </>
  );
}
