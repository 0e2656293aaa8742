// A busy button without react-aria's isPending, which announces the button by reference (role=img, aria-labelledby) for seven seconds: once
// the button is gone with its dialog, a screen reader would find an image without a name.
import { useEffect } from "react";
import type { ButtonProps } from "react-aria-components";
import { announce } from "#web/lib/announce.ts";

type BusyProps = Pick<ButtonProps, "aria-disabled" | "onPress" | "type">;

/** Makes a button busy: it keeps focus and colour, and takes no presses. `label` is announced once; a toast reports the outcome. */
export function useBusy(busy: boolean, label: string | undefined): BusyProps {
  useEffect(() => {
    if (busy && label !== undefined) announce(label);
  }, [busy, label]);
  return busy ? { "aria-disabled": true, onPress: () => {}, type: "button" } : {};
}
