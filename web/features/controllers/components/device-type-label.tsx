import { DoorClosed, ScanLine } from "lucide-react";
import type { DeviceType } from "#contract/devices.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";

export function DeviceTypeLabel({ type }: { type: DeviceType }) {
  const Icon = type === "axis" ? DoorClosed : ScanLine;
  return (
    <span className="inline-flex items-center gap-2 text-ink-2">
      <Icon aria-hidden size={16} className="shrink-0" />
      {t.types[type]}
    </span>
  );
}
