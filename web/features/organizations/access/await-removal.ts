// A right taken from an organisation is gone once the device has confirmed it; while the device is away, a toast says what
// it still opens for.
import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import { formatClock } from "#web/lib/dates.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

const ASK_EVERY_MS = 3_000;

export interface TakenAccess {
  organizationId: string;
  controller: { id: string; name: string; device_type: DeviceType };
}

export interface Watch {
  /** What the device still opens for. */
  count: (organizationId: string, controllerId: string, signal: AbortSignal) => Promise<number>;
  waiting: (id: string, toast: { title: string; text: string; onClose: () => void }) => void;
  confirmed: (id: string, toast: { title: string; text: string }) => void;
  ended: () => void;
}

/** A device that answers has done it by the first look, and nothing is shown. @returns how to stop */
export function awaitRemoval({ organizationId, controller }: TakenAccess, use: Watch): () => void {
  const id = `access ${organizationId} ${controller.id}`;
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = 0;
  const stop = () => {
    clearTimeout(timer);
    stopped.abort(); // a failed count would be tried again for seconds, after its person has left
    use.ended();
  };
  const ask = () => {
    timer = setTimeout(() => void look(), ASK_EVERY_MS);
  };

  async function look(): Promise<void> {
    const left = await use.count(organizationId, controller.id, stopped.signal).catch(() => undefined);
    if (stopped.signal.aborted) return;
    if (left === undefined) return ask(); // a failed call confirms nothing either way
    if (left === 0) {
      stop();
      if (shown > 0)
        use.confirmed(id, { title: t.accessGoneTitle, text: t.accessGone(controller.name, formatClock(new Date())) });
      return;
    }
    if (left !== shown) {
      const words = DEVICE_KINDS[controller.device_type] === "door" ? t.pinsWait : t.platesWait;
      use.waiting(id, { title: t.accessWaitsTitle, text: words(left, controller.name), onClose: stop });
      shown = left;
    }
    ask();
  }

  ask();
  return stop;
}
