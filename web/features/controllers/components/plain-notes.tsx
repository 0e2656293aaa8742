// The form's notes about an address without encryption.
import { LockOpen } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { deviceScheme } from "#web/lib/controllers/device-address.ts";
import { Note } from "#web/ui/note.tsx";
import { type ControllerPortalForm, isMoved } from "../controller-form-rules.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { relayTexts } from "../texts/relay.sv.ts";
import type { ContactState } from "../use-contact.ts";

/** Warns before saving, which permits plain HTTP to this address. */
export function PlainHttpNote({ control, isRelay }: Pick<ControllerPortalForm, "control"> & { isRelay: boolean }) {
  const [deviceIp, devicePort] = useWatch({ control, name: ["device_ip", "device_port"] });
  // Nothing is known about an empty address.
  if (deviceIp.trim() === "" || deviceScheme(deviceIp, Number(devicePort)) === "https") return null;
  return (
    <Note tone="wait" icon={LockOpen}>
      {isRelay ? relayTexts.plainWarning : controllerDialogTexts.plainWarning}
    </Note>
  );
}

/** Warns about PINs: Digest keeps the password from being read, but nothing protects the PINs. */
export function PlainAxisNote({
  control,
  contact: { shown },
  saved,
}: Pick<ControllerPortalForm, "control"> & {
  contact: Pick<ContactState, "shown">;
  saved: Pick<ControllerRow, "device_ip" | "device_port"> | null;
}) {
  const [deviceIp, devicePort] = useWatch({ control, name: ["device_ip", "device_port"] });
  const isSavedPlain =
    saved !== null &&
    !isMoved({ device_ip: deviceIp, device_port: devicePort }, saved) &&
    deviceScheme(deviceIp, Number(devicePort)) === "http";
  if (shown?.found?.scheme !== "http" && !isSavedPlain) return null;
  return (
    <Note tone="wait" icon={LockOpen}>
      <p className="font-strong">{t.plain}</p>
      <p className="mt-0.5">{controllerDialogTexts.plainAxis}</p>
    </Note>
  );
}
