import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  help?: string | undefined;
  /** The act that fills the list; "Rensa filter" where a filter emptied it. Null: empty is how it should be. */
  action: ReactNode;
}

/** Stands for an empty list, as high as four rows, so that the page does not jump when the first row comes. */
export function EmptyState({ icon: Icon, title, help, action }: EmptyStateProps) {
  return (
    <div data-empty className="flex min-h-56 flex-col items-center justify-center px-4 py-8 text-center">
      <Icon aria-hidden size={22} className="mb-3 text-ink-3" />
      <p className="text-body font-strong text-ink">{title}</p>
      {help && <p className="mt-1 text-small text-ink-2">{help}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
