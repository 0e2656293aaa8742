// A button at work, without react-aria's isPending: that announces the button by reference (role=img, aria-labelledby) for
// seven seconds, and once the button has gone with its dialog, a screen reader meets an image without a name.
import { useEffect } from "react";
import type { ButtonProps } from "react-aria-components";
import { announce } from "#web/lib/announce.ts";

type BusyProps = Pick<ButtonProps, "aria-disabled" | "onPress" | "type">;

/**
 * What to spread over a react-aria Button while it works: it keeps its focus and colour, takes no presses and submits
 * nothing. `label` ("Sparar...") is said once, politely; how it ended is the toast's to say.
 */
export function useBusy(busy: boolean, label: string | undefined): BusyProps {
  useEffect(() => {
    if (busy && label !== undefined) announce(label);
  }, [busy, label]);
  return busy ? { "aria-disabled": true, onPress: () => {}, type: "button" } : {};
}
