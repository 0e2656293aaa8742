// The answers, always in this order; the suggested one is emphasised, and among several vehicles one is chosen first.
import type { NearMissRow } from "#contract/tables/near-misses.ts";
import { Button } from "#web/ui/button.tsx";
import { gateName, plateOf, readingOf } from "../near-miss-words.ts";
import { suggestedAnswer } from "../plate-difference.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import { useAnswers } from "../use-near-miss-answers.ts";

export function AnswerButtons({ row }: { row: NearMissRow }) {
  const { ask, dismiss } = useAnswers();
  const reading = readingOf(row);
  // Two gates may have the same reading.
  const here = (label: string) => t.atGate(label, gateName(row));
  const suggested = suggestedAnswer(row);
  const [candidate] = row.candidates;
  const looks = (answer: typeof suggested) => (answer === suggested ? "secondary" : "ghost");
  return (
    <div className="flex flex-wrap justify-end gap-1 phone:mt-1 phone:flex-nowrap phone:*:flex-1">
      {suggested === "CHOOSE" ? (
        <Button size="sm" aria-label={here(t.chooseFor(reading))} onPress={() => ask({ about: "CHOOSE", row })}>
          {t.choose}
        </Button>
      ) : (
        candidate && (
          <>
            <Button
              size="sm"
              variant={looks("LINK")}
              aria-label={here(t.linkOf(reading, plateOf(candidate)))}
              onPress={() => ask({ about: "LINK", row, candidate })}
            >
              {t.link}
            </Button>
            <Button
              size="sm"
              variant={looks("CORRECT")}
              aria-label={here(t.correctOf(reading, plateOf(candidate)))}
              onPress={() => ask({ about: "CORRECT", row, candidate })}
            >
              {t.correct}
            </Button>
          </>
        )
      )}
      <Button size="sm" variant="ghost" aria-label={here(t.dismissOf(reading))} onPress={() => dismiss(row)}>
        {t.dismiss}
      </Button>
    </div>
  );
}
