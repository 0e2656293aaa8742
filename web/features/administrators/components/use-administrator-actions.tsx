import { type ReactNode, useState } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import type { AdministratorScope } from "../administrator.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import { DeleteAdministratorDialog } from "./delete-administrator-dialog.tsx";
import { NewCredentialsDialog } from "./new-credentials-dialog.tsx";
import { RemoveFactorsDialog } from "./remove-factors-dialog.tsx";
import { type Unsent, UnsentNote } from "./unsent-note.tsx";
import { WelcomeMailDialog } from "./welcome-mail-dialog.tsx";

type Question =
  | { about: "welcome"; created: CreatedAdministrator }
  | { about: "credentials" | "factors" | "delete"; administrator: AdministratorRow };

export interface AdministratorActions {
  onCreated: (created: CreatedAdministrator) => void;
  onSendCredentials: (administrator: AdministratorRow) => void;
  onRemoveFactors: (administrator: AdministratorRow) => void;
  onDelete: (administrator: AdministratorRow) => void;
  question: ReactNode;
  note: ReactNode;
}

export function useAdministratorActions(scope: AdministratorScope): AdministratorActions {
  const [question, setQuestion] = useState<Question | null>(null);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const organization = scope?.name ?? "";

  function done(left: Unsent | null): void {
    setQuestion(null);
    if (left !== null) setUnsent(left);
  }

  return {
    onCreated: (created) => setQuestion({ about: "welcome", created }),
    onSendCredentials: (administrator) => setQuestion({ about: "credentials", administrator }),
    onRemoveFactors: (administrator) => setQuestion({ about: "factors", administrator }),
    onDelete: (administrator) => setQuestion({ about: "delete", administrator }),
    question: question && <AskedQuestion question={question} organization={organization} onDone={done} />,
    note: unsent && <UnsentNote unsent={unsent} onClose={() => setUnsent(null)} />,
  };
}

interface AskedQuestionProps {
  question: Question;
  organization: string;
  onDone: (unsent: Unsent | null) => void;
}

function AskedQuestion({ question, organization, onDone }: AskedQuestionProps) {
  switch (question.about) {
    case "welcome":
      return <WelcomeMailDialog created={question.created} organization={organization} onDone={onDone} />;
    case "credentials":
      return (
        <NewCredentialsDialog administrator={question.administrator} organization={organization} onDone={onDone} />
      );
    case "factors":
      return <RemoveFactorsDialog administrator={question.administrator} onClose={() => onDone(null)} />;
    case "delete":
      return <DeleteAdministratorDialog administrator={question.administrator} onClose={() => onDone(null)} />;
  }
}
