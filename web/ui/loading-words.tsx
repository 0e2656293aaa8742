import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.ts";

/** Shows 'Laddar...' beside grey bars. `isEarly`: the bars are not shown yet, and only screen readers hear of it. */
export function LoadingWords({ isEarly = false, className }: { isEarly?: boolean; className?: string }) {
  return <p className={isEarly ? "sr-only" : cx("text-small text-ink-2", className)}>{words.loading}</p>;
}
