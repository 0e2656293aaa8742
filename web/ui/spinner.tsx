import { LoaderCircle } from "lucide-react";
import { cx } from "#web/lib/cx.ts";

export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} className={cx("animate-spin", className)} />;
}
