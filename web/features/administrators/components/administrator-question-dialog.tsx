import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import { DeleteAdministratorDialog } from "./delete-administrator-dialog.tsx";
import { NewCredentialsDialog } from "./new-credentials-dialog.tsx";
import { RemoveFactorsDialog } from "./remove-factors-dialog.tsx";
import type { Unsent } from "./unsent-note.tsx";
import { WelcomeMailDialog } from "./welcome-mail-dialog.tsx";

export type AdministratorQuestion =
  | { about: "welcome"; created: CreatedAdministrator }
  | { about: "credentials" | "factors" | "delete"; administrator: AdministratorRow };

export interface AdministratorQuestionDialogProps {
  question: AdministratorQuestion;
  organization: string;
  onDone: (unsent: Unsent | null) => void;
  onClose: () => void;
}

/** Shows the question that follows a new account, or a question about a row. */
export function AdministratorQuestionDialog({
  question,
  organization,
  onDone,
  onClose,
}: AdministratorQuestionDialogProps) {
  switch (question.about) {
    case "welcome":
      return <WelcomeMailDialog created={question.created} organization={organization} onDone={onDone} />;
    case "credentials":
      return (
        <NewCredentialsDialog administrator={question.administrator} organization={organization} onDone={onDone} />
      );
    case "factors":
      return <RemoveFactorsDialog administrator={question.administrator} onClose={onClose} />;
    case "delete":
      return <DeleteAdministratorDialog administrator={question.administrator} onClose={onClose} />;
  }
}
