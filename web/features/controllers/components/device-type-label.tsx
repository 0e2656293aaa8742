import { DoorClosed, ScanLine } from "lucide-react";
import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";

export function DeviceTypeLabel({ type }: { type: DeviceType }) {
  const Icon = DEVICE_KINDS[type] === "door" ? DoorClosed : ScanLine;
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-ink-2">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t.types[type]}</span>
    </span>
  );
}
