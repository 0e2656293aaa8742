import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";

export interface SubmitButtonProps {
  busy: boolean;
  busyLabel: string;
  children: ReactNode;
}

/** The one button of a form that is all of its page. */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button type="submit" variant="primary" size="lg" wide {...props} />;
}
