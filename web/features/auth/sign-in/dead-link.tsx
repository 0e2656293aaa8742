import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { StepHead } from "../step-head.tsx";
import { firstAdminTexts as texts } from "../texts/first-admin.sv.ts";

export function DeadLink({ reason, onLeave }: { reason: string; onLeave: () => void }) {
  return (
    <>
      <StepHead title={texts.deadTitle} />
      <Note tone="fail" role="alert">
        {reason}
      </Note>
      <Button variant="primary" size="lg" wide className="mt-4" onPress={onLeave}>
        {texts.toLogin}
      </Button>
    </>
  );
}
