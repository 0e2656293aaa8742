// The device itself tells what it would do; the person then tries at the door.
import { Check, CircleHelp, Clock, KeyRound, X } from "lucide-react";
import { useState } from "react";
import type { AxisReply } from "#contract/functions/axis-proxy.ts";
import { TEST_PIN_MINUTES } from "#contract/limits.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { formatClock } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useRemoveTestPin, useTestPin } from "../api/test-pin.ts";
import type { Door } from "../doors/api/get-access-points.ts";
import { DoorWarningPills } from "../doors/components/door-warning-pills.tsx";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";

export interface TryPinProps {
  controller: { id: string; name: string };
  /** The doors, whose readers' rules explain most refusals. */
  doors: readonly Door[];
}

export function TryPin({ controller, doors }: TryPinProps) {
  const [made, setMade] = useState<AxisReply<"TEST_PIN"> | null>(null);
  const test = useTestPin(controller.id);
  const remove = useRemoveTestPin(controller.id);

  async function ask(): Promise<void> {
    const reply = await test.mutateAsync(made?.userToken ?? null).catch(() => null);
    if (reply) setMade((before) => ({ ...reply, pin: reply.pin ?? before?.pin ?? null }));
  }

  async function takeAway(userToken: string): Promise<void> {
    try {
      const { state } = await remove.mutateAsync(userToken);
      setMade(null);
      toastDone("trial-pin:remove", state === "synced" ? t.removed : t.removedLater(controller.name));
    } catch (error) {
      toastFailure("trial-pin:remove", error);
    }
  }

  return (
    <section aria-labelledby="setup-try">
      <h3 id="setup-try" className="text-card text-ink">
        {t.tryTitle}
      </h3>
      <p className="mt-1 text-small text-ink-2">{t.tryHelp(TEST_PIN_MINUTES)}</p>
      <div role="status" className="mt-3.5 flex flex-col gap-3.5 empty:hidden">
        {test.isError && (
          <Note tone="fail">
            <p className="font-strong">{t.tryFailed}</p>
            <p className="mt-0.5">{errorSentence(test.error)}</p>
          </Note>
        )}
        {made && <Result made={made} controller={controller.name} known={doors} />}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          icon={KeyRound}
          variant={made ? "secondary" : "primary"}
          busy={test.isPending}
          busyLabel={t.trying}
          onPress={() => {
            if (!test.isPending) void ask();
          }}
        >
          {made ? t.tryAgain : t.tryNow}
        </Button>
        {made && (
          <Button busy={remove.isPending} onPress={() => void takeAway(made.userToken)}>
            {t.remove}
          </Button>
        )}
      </div>
    </section>
  );
}

function Result({
  made,
  controller,
  known,
}: {
  made: AxisReply<"TEST_PIN">;
  controller: string;
  known: readonly Door[];
}) {
  const { pin, doors, state, validTo } = made;
  return (
    <>
      <div className="rounded-card border border-line bg-sunken px-4 py-3">
        <p className="text-meta text-ink-2">{t.code}</p>
        <p translate="no" className="tabular font-mono text-display text-ink">
          {pin}
        </p>
        <p className="mt-1 text-small text-ink-2">{t.codeUntil(formatClock(validTo))}</p>
      </div>
      {state === "pending" && (
        <Note tone="wait" icon={Clock}>
          {t.waits(controller)}
        </Note>
      )}
      <ul className="divide-y divide-line-soft rounded-card border border-line">
        {doors.map((door) => (
          <li key={door.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span translate="no" className="min-w-0 flex-1 basis-40 font-name break-words text-ink">
              {door.name}
            </span>
            {door.granted === false &&
              known.filter(({ id }) => id === door.id).map((one) => <DoorWarningPills key={one.id} door={one} />)}
            <Verdict granted={door.granted} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Verdict({ granted }: Pick<AxisReply<"TEST_PIN">["doors"][number], "granted">) {
  if (granted === null)
    return (
      <Pill tone="idle" icon={CircleHelp}>
        {t.notAsked}
      </Pill>
    );
  if (granted)
    return (
      <Pill tone="ok" icon={Check}>
        {t.opens}
      </Pill>
    );
  return (
    <Pill tone="fail" icon={X}>
      {t.doesNotOpen}
    </Pill>
  );
}
