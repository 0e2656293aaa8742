import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { doorLogTexts } from "../texts/door-log.sv.ts";

/** Facts for a technician, folded at the end of a drawer. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <details className="group mt-6 text-small">
      <summary className="ring-focus inline-flex cursor-pointer list-none items-center gap-1.5 rounded-check text-ink-2 coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={14}
          className="shrink-0 transition-transform duration-100 group-open:rotate-90"
        />
        {doorLogTexts.details}
      </summary>
      {children}
    </details>
  );
}
