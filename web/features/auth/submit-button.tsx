import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";

export interface SubmitButtonProps {
  busy: boolean;
  busyLabel: string;
  children: ReactNode;
}

/** Shows the only button of a form that is a whole page. */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button type="submit" variant="primary" size="lg" wide {...props} />;
}
