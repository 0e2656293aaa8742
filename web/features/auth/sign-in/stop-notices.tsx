// Switches notices off after one press, because mail scanners open every link. Needs no sign-in.
import { useState } from "react";
import { stopNoticesReply } from "#contract/functions/stop-notices.ts";
import type { NoticeKind } from "#contract/notices.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { StepHead } from "../step-head.tsx";
import { authTexts as t } from "../texts/auth.sv.ts";
import { useOperation } from "../use-operation.ts";

export function StopNotices({ token, onLeave }: { token: string; onLeave: () => void }) {
  const [stopped, setStopped] = useState<NoticeKind | null>(null);
  const operation = useOperation();

  async function stop(): Promise<void> {
    setStopped((await callFunction("stop-notices", stopNoticesReply, {}, { query: { token } })).kind);
  }

  if (stopped !== null)
    return (
      <>
        <StepHead title={t.noticesStoppedTitle} help={t.noticesStopped[stopped]} focus />
        <Button size="lg" wide onPress={onLeave}>
          {t.onwards}
        </Button>
      </>
    );
  return (
    <>
      <StepHead title={t.stopNoticesTitle} help={t.stopNoticesHelp} focus />
      {operation.problem && (
        <Note tone="fail" role="alert" className="mb-4">
          {operation.problem}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        wide
        busy={operation.busy}
        busyLabel={t.stoppingNotices}
        onPress={() => void operation.run(stop)}
      >
        {t.stopNotices}
      </Button>
    </>
  );
}
