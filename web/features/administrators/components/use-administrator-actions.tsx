import { type ReactNode, useState } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import type { AdministratorScope } from "../administrator.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import type { AdministratorQuestion } from "./administrator-question-dialog.tsx";
import { type Unsent, UnsentNote } from "./unsent-note.tsx";

const AdministratorQuestionDialog = lazyDialog(
  () => import("./administrator-question-dialog.tsx"),
  (module) => module.AdministratorQuestionDialog,
);
const DIALOGS = [AdministratorQuestionDialog];

export interface AdministratorActions {
  onCreated: (created: CreatedAdministrator) => void;
  onSendCredentials: (administrator: AdministratorRow) => void;
  onRemoveFactors: (administrator: AdministratorRow) => void;
  onDelete: (administrator: AdministratorRow) => void;
  question: ReactNode;
  note: ReactNode;
}

/** Holds which question about an administrator is open. A mail that could not be sent is shown afterwards. */
export function useAdministratorActions(scope: AdministratorScope): AdministratorActions {
  const [question, setQuestion] = useState<AdministratorQuestion | null>(null);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const organization = scope?.name ?? "";
  usePrefetched(DIALOGS);

  function done(left: Unsent | null): void {
    setQuestion(null);
    if (left !== null) setUnsent(left);
  }

  return {
    onCreated: (created) => setQuestion({ about: "welcome", created }),
    onSendCredentials: (administrator) => setQuestion({ about: "credentials", administrator }),
    onRemoveFactors: (administrator) => setQuestion({ about: "factors", administrator }),
    onDelete: (administrator) => setQuestion({ about: "delete", administrator }),
    question: question && (
      <AdministratorQuestionDialog
        question={question}
        organization={organization}
        onDone={done}
        onClose={() => setQuestion(null)}
      />
    ),
    note: unsent && <UnsentNote unsent={unsent} onClose={() => setUnsent(null)} />,
  };
}
