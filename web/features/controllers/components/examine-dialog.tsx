// Asks a unit for everything that the portal relies on; the answer is one page, to read, print and forward.
import { CircleCheck, CircleHelp, CircleX, Download, type LucideIcon, Printer, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import type { FindingLevel } from "#contract/field-kit.ts";
import type { ExamineControllerReply } from "#contract/functions/examine-controller.ts";
import { EXAMINATION_SECONDS } from "#contract/limits.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { cx } from "#web/lib/cx.ts";
import { formatClock, formatDay, formatExact, formatNumber } from "#web/lib/dates.ts";
import { downloadJson } from "#web/lib/download-csv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { Note, type NoteTone } from "#web/ui/note.tsx";
import { useExamineController } from "../api/examine-controller.ts";
import type { ListedController } from "../api/get-controllers.ts";
import { fieldKitCommand } from "../field-kit-command.ts";
import { examinationTexts as t } from "../texts/controller-examination.sv.ts";

const LOOKS: Record<FindingLevel, { icon: LucideIcon; ink: string }> = {
  fails: { icon: CircleX, ink: "text-fail-ink" },
  differs: { icon: TriangleAlert, ink: "text-wait-ink" },
  unknown: { icon: CircleHelp, ink: "text-ink-2" },
  works: { icon: CircleCheck, ink: "text-ok-ink" },
};

export interface ExamineDialogProps {
  controller: ListedController;
  onClose: () => void;
}

export function ExamineDialog({ controller, onClose }: ExamineDialogProps) {
  const examine = useExamineController(controller.id);
  const { data: reply, error, isPending } = examine;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      subtitle={controller.name}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
          <Button
            variant={reply ? "secondary" : "primary"}
            busy={isPending}
            busyLabel={t.running}
            onPress={() => {
              if (!isPending) examine.mutate();
            }}
          >
            {reply ? t.again : t.run}
          </Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-5">
        <div role="status" className="empty:hidden">
          {error && !isPending && (
            <Note tone="fail">
              <p className="font-strong">{t.failed}</p>
              <p className="mt-0.5">{errorSentence(error)}</p>
            </Note>
          )}
          {reply && <Summary reply={reply} />}
        </div>
        {reply ? (
          <Result controller={controller} reply={reply} />
        ) : (
          <div className="flex flex-col gap-2 text-body text-ink">
            <p>{t.help(EXAMINATION_SECONDS)}</p>
            <p className="text-ink-2">{t.whenNeeded}</p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Summary({ reply }: { reply: ExamineControllerReply }) {
  const count = (level: FindingLevel) => reply.verdict.find((one) => one.level === level)?.sentences.length ?? 0;
  const [fails, differs] = [count("fails"), count("differs")];
  const said: { tone: NoteTone; icon: LucideIcon; text: string } =
    fails > 0
      ? { tone: "fail", icon: LOOKS.fails.icon, text: t.someFail(formatNumber(fails), fails === 1) }
      : differs > 0
        ? { tone: "wait", icon: LOOKS.differs.icon, text: t.someDiffer(formatNumber(differs), differs === 1) }
        : { tone: "ok", icon: LOOKS.works.icon, text: t.allWorks };
  return (
    <Note tone={said.tone} icon={said.icon}>
      <p className="font-strong">{said.text}</p>
      <p className="mt-0.5">{t.examinedAt(formatExact(reply.examined_at))}</p>
    </Note>
  );
}

function Result({ controller, reply }: { controller: ListedController; reply: ExamineControllerReply }) {
  const save = () =>
    downloadJson(
      t.fileName(`${formatDay(reply.examined_at)}-${formatClock(reply.examined_at).replace(":", "")}`),
      reply.transcript,
    );
  const next = reply.left
    ? { title: t.cleanTitle, help: t.cleanHelp, command: fieldKitCommand(controller, "--clean") }
    : { title: t.trialTitle, help: t.trialHelp, command: fieldKitCommand(controller, "--try 1") };
  return (
    <>
      <Verdict verdict={reply.verdict} />
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2 phone:*:flex-1">
          <Button icon={Printer} onPress={() => window.print()}>
            {t.print}
          </Button>
          <Button icon={Download} onPress={save}>
            {t.download}
          </Button>
        </div>
        <p className="text-small text-ink-2">{t.fileHelp}</p>
      </section>
      <Next {...next}>
        <CopyField bare label={t.command} value={next.command} />
      </Next>
      {/* Rendered beside everything else, so that styles/base.css can leave the rest off the paper. */}
      {createPortal(
        <div data-print-note className="hidden flex-col gap-5 p-8 print:flex">
          <div>
            <p className="text-h1 text-ink">{t.resultOf(controller.name)}</p>
            <p className="text-small text-ink-2">{t.examinedAt(formatExact(reply.examined_at))}</p>
          </div>
          <Verdict verdict={reply.verdict} />
          <Next {...next}>
            <p translate="no" className="font-mono text-small wrap-anywhere text-ink">
              {next.command}
            </p>
          </Next>
        </div>,
        document.body,
      )}
    </>
  );
}

function Verdict({ verdict }: Pick<ExamineControllerReply, "verdict">) {
  const id = useId();
  return verdict.map(({ level, title, sentences }) => {
    const { icon: Icon, ink } = LOOKS[level];
    return (
      <section key={level} aria-labelledby={`${id}-${level}`} className="break-inside-avoid">
        <h3 id={`${id}-${level}`} className={cx("flex items-center gap-2 text-card", ink)}>
          <Icon aria-hidden size={16} className="shrink-0" />
          {title}
        </h3>
        <ul className="mt-1.5 flex flex-col gap-1.5 pl-6 text-body text-ink">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Next({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id={id} className="text-card text-ink">
        {title}
      </h3>
      <p className="text-small text-ink-2">{help}</p>
      {children}
    </section>
  );
}
