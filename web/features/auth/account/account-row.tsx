import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface AccountRowProps {
  icon?: LucideIcon | undefined;
  title: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
}

export function AccountRow({ icon: Icon, title, help, actions }: AccountRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 not-last:border-b not-last:border-line-soft">
      {Icon && <Icon aria-hidden size={18} className="shrink-0 text-ink-2" />}
      <div className="min-w-0 flex-1 basis-48">
        <div className="text-cell font-name break-words text-ink">{title}</div>
        {help && <div className="text-meta break-words text-ink-2">{help}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
