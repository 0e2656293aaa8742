import { useState } from "react";
import type { AlertDelivery } from "#contract/functions/alert-control.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { alertsTexts as t } from "../texts/alerts.sv.ts";

const TONES = { queued: "wait", sent: "ok", failed: "fail" } as const;
const DAY_MS = 86_400_000;

export function AlertDeliveries({ deliveries }: { deliveries: readonly AlertDelivery[] }) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  if (deliveries.length === 0) return null;
  const failed = deliveries.filter(
    ({ state, finished_at }) => state === "failed" && finished_at !== null && now - Date.parse(finished_at) < DAY_MS,
  ).length;
  return (
    <>
      {failed > 0 && <Note tone="fail">{t.givenUp(failed)}</Note>}
      <div className="overflow-hidden rounded-track border border-line">
        <Disclosure level={3} title={t.deliveries(deliveries.length)} isOpen={open} onOpenChange={setOpen}>
          <ul aria-label={t.deliveries(deliveries.length)}>
            {deliveries.map((one) => (
              <Delivery key={one.id} delivery={one} />
            ))}
          </ul>
        </Disclosure>
      </div>
    </>
  );
}

function Delivery({ delivery }: { delivery: AlertDelivery }) {
  const { channel, to, event, state, attempts, last_error, created_at } = delivery;
  const what = event === null ? t[channel] : `${t[channel]}, ${t.events[event]}`;
  const trouble = last_error === null ? null : channel === "webhook" ? t.cause(last_error) : last_error;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-soft px-4 py-2 text-cell">
      <Pill tone={TONES[state]}>{t.states[state]}</Pill>
      <span className="min-w-0 flex-1 basis-48 break-words text-ink">
        {to} <span className="text-ink-2">({what})</span>
        {trouble !== null && <span className="block text-small text-ink-2">{trouble}</span>}
      </span>
      <span className="tabular text-small text-ink-2">
        {attempts > 1 && `${t.attempts(attempts)}, `}
        <RelativeTime value={created_at} fallback="" always />
      </span>
    </li>
  );
}
