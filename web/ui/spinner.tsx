import { LoaderCircle } from "lucide-react";
import { cx } from "#web/lib/cx.ts";

/** A turning ring; decoration only, so the words beside it must say what runs. Keeps turning under reduced motion. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} className={cx("animate-spin", className)} />;
}
