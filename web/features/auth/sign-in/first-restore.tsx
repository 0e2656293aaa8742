// Restores a back-up into an empty installation: takes the file and its keys, shows the contents, and waits until the restored
// portal answers.
import { useEffect, useState } from "react";
import type { FirstRestoreKeys, FirstRestorePreview, FirstRestoreStatus } from "#contract/functions/first-restore.ts";
import { ownWord } from "#contract/own-word.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { formatMinute, formatNumber, formatPercent } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { beginFirstRestore, readFirstRestore } from "../api/first-restore.ts";
import { StepHead } from "../step-head.tsx";
import { firstRestoreTexts as t } from "../texts/first-restore.sv.ts";
import { DeadLink } from "./dead-link.tsx";
import { FirstRestoreForm } from "./first-restore-form.tsx";

const POLL_MS = 1_000;
/** 403: the link was made with other keys, as after a restore. 409: an account exists, so people sign in. */
const LINK_ENDED = [403, 409];

type Restore = NonNullable<FirstRestoreStatus["restore"]>;
type Step =
  | { at: "form" }
  | { at: "preview"; preview: FirstRestorePreview; keys: FirstRestoreKeys }
  | { at: "running" }
  | { at: "done" }
  | { at: "dead"; reason: string };

export interface FirstRestoreProps {
  token: string;
  onBack: () => void;
  onLeave: () => void;
}

export function FirstRestore({ token, onBack, onLeave }: FirstRestoreProps) {
  const [step, setStep] = useState<Step>({ at: "form" });
  const [failed, setFailed] = useState<Restore | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    readFirstRestore(token, stop.signal).then(
      ({ restore }) => {
        if (restore?.state === "failed") setFailed(restore);
        else if (restore !== null) setStep({ at: "running" });
      },
      (error) => {
        // Without a reply the form stays; submitting reports the problem.
        if (!stop.signal.aborted && isEnded(error)) setStep({ at: "dead", reason: error.message });
      },
    );
    return () => stop.abort();
  }, [token]);

  function turnTo(next: Step, failure: Restore | null): void {
    setFailed(failure);
    setStep(next);
  }

  switch (step.at) {
    case "form":
    case "preview":
      return (
        <>
          {step.at === "form" ? (
            <StepHead title={t.title} help={t.subtitle} />
          ) : (
            <Preview {...step} onBack={() => setStep({ at: "form" })} onBegun={() => turnTo({ at: "running" }, null)} />
          )}
          {/* Keeps the typed text and the file already sent while the preview is shown. */}
          <div hidden={step.at !== "form"}>
            {failed && <NotRestored restore={failed} />}
            <FirstRestoreForm token={token} onRead={(preview, keys) => setStep({ at: "preview", preview, keys })} />
            <Button variant="ghost" size="lg" wide className="mt-2" onPress={onBack}>
              {t.makeAdmin}
            </Button>
          </div>
        </>
      );
    case "running":
      return (
        <Running
          token={token}
          onDone={() => setStep({ at: "done" })}
          onFailed={(restore) => turnTo({ at: "form" }, restore)}
        />
      );
    case "done":
      return <Done onLeave={onLeave} />;
    case "dead":
      return <DeadLink reason={step.reason} onLeave={onLeave} />;
  }
}

function NotRestored({ restore }: { restore: Restore }) {
  return (
    <Note tone="fail" role="alert" className="mb-4">
      {t.notRestored} {ownWord(t.troubles, restore.trouble ?? "unexpected")}
    </Note>
  );
}

function Done({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <StepHead title={t.done} help={t.doneHelp} focus />
      <Button variant="primary" size="lg" wide onPress={onLeave}>
        {t.toLogin}
      </Button>
    </>
  );
}

const isEnded = (error: unknown): error is BackendError =>
  error instanceof BackendError && LINK_ENDED.includes(error.status);

function Preview({
  preview: { at, version, people, doors, older },
  keys,
  onBack,
  onBegun,
}: {
  preview: FirstRestorePreview;
  keys: FirstRestoreKeys;
  onBack: () => void;
  onBegun: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const count = (number: number | null) => (number === null ? t.unknown : formatNumber(number));
  const facts = [
    [t.taken, formatMinute(at)],
    [t.version, version ?? t.unknown],
    [t.people, count(people)],
    [t.doors, count(doors)],
  ] as const;
  async function begin(): Promise<void> {
    setBusy(true);
    endToasts("backup:restore");
    try {
      await beginFirstRestore(keys);
      onBegun();
    } catch (error) {
      toastFailure("backup:restore", error);
      setBusy(false);
    }
  }
  return (
    <>
      <StepHead title={t.holdsTitle} help={t.holds} focus />
      <dl className="tabular grid grid-cols-2 gap-y-2 border-y border-line py-3 text-cell">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="my-4 flex list-disc flex-col gap-1.5 pl-5 text-cell text-ink">
        {[...t.consequences, ...(older ? [t.older] : [])].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button variant="primary" size="lg" wide busy={busy} busyLabel={t.begins} onPress={() => void begin()}>
        {t.restore}
      </Button>
      <Button variant="ghost" size="lg" wide className="mt-2" isDisabled={busy} onPress={onBack}>
        {t.back}
      </Button>
    </>
  );
}

/** Follows the restore until the server refuses the link: the portal is restored then. */
function Running({
  token,
  onDone,
  onFailed,
}: {
  token: string;
  onDone: () => void;
  onFailed: (restore: Restore) => void;
}) {
  const [restore, setRestore] = useState<Restore | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      try {
        const { restore: now } = await readFirstRestore(token, stop.signal);
        if (now?.state === "failed") return onFailed(now);
        setRestore(now);
      } catch (error) {
        // The server restarts after the swap and does not answer meanwhile.
        if (isEnded(error)) return onDone();
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void look(), POLL_MS);
    };
    let timer = setTimeout(() => void look(), POLL_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [token, onDone, onFailed]);
  const state = restore?.state ?? "queued";
  return (
    <>
      <StepHead title={t.goesOn} help={t.goesOnHelp} focus />
      <Note tone="wait" role="status">
        {state === "loading"
          ? t.steps.loading(formatPercent(restore?.progress ?? 0))
          : state === "failed"
            ? t.notRestored
            : t.steps[state]}
      </Note>
    </>
  );
}
