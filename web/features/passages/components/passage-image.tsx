// Shows the camera's image of a passage on request: each request is audited, and nothing of the image is stored.
import { useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatPlate } from "#contract/format-plate.ts";
import { formatExact } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import type { LogRow } from "../api/get-access-logs.ts";
import { useShowPassageImage } from "../api/show-passage-image.ts";
import { whereName } from "../row-names.ts";
import { passageImageTexts as t } from "../texts/passage-explanation.sv.ts";
import { Part } from "./part.tsx";

/** Shows nothing where the gate's images are off. */
export function PassageImage({ row }: { row: LogRow }) {
  const { data: explanation } = useQuery(getExplanationQueryOptions("gate", row.id));
  const { mutate, data, error, isPending } = useShowPassageImage();
  const [isBroken, setBroken] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const isAnswered = data !== undefined || error !== null;
  // The pressed button is gone: the focus moves to what replaced it, and a phone scrolls there.
  useEffect(() => {
    if (!isAnswered) return;
    answer.current?.focus();
    answer.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  if (explanation?.has_image !== true) return null;
  const show = () => {
    setBroken(false);
    mutate(row.id);
  };
  return (
    <div ref={answer} tabIndex={-1} className="mt-5 outline-none">
      <Part title={t.title}>
        {data !== undefined && !isBroken ? (
          <figure>
            <img
              src={data}
              alt={altOf(row)}
              className="block w-full rounded-card border border-line bg-sunken"
              onError={() => setBroken(true)}
            />
            <figcaption className="mt-1.5 text-small text-ink-2">{t.shown}</figcaption>
          </figure>
        ) : error !== null || isBroken ? (
          <RetryNote role="alert" onRetry={show}>
            {t.failed}. {error?.message ?? t.broken}
          </RetryNote>
        ) : (
          <>
            <Button icon={Camera} busy={isPending} busyLabel={t.fetching} onPress={show}>
              {t.show}
            </Button>
            <p className="mt-1.5 text-small text-ink-2">{t.help}</p>
          </>
        )}
      </Part>
    </div>
  );
}

function altOf(row: LogRow): string {
  const plate = formatPlate(row.plate_number.trim());
  const where = whereName(row);
  const when = formatExact(row.detected_at);
  return plate === "" ? t.altUnread(where, when) : t.alt(where, when, plate);
}
