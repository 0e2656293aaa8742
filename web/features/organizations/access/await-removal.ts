// Waits until a device has confirmed the removal of an organisation's access. While the device is away, a toast names what it still opens
// for.
import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import { formatClock, formatNumber } from "#web/lib/dates.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

const ASK_EVERY_MS = 3_000;

export interface TakenAccess {
  organizationId: string;
  controller: { id: string; name: string; device_type: DeviceType };
}

/** The act of one removal's messages. */
type AccessAct = `access:take ${string}`;

export interface Watch {
  /** Counts what the device still opens for. */
  count: (organizationId: string, controllerId: string, signal: AbortSignal) => Promise<number>;
  waiting: (act: AccessAct, toast: { title: string; text: string; onClose: () => void }) => void;
  confirmed: (act: AccessAct, toast: { title: string; text: string }) => void;
  ended: () => void;
}

/** Waits for the removal; returns a function that stops waiting. Shows nothing if the device has already confirmed at the first look. */
export function awaitRemoval({ organizationId, controller }: TakenAccess, use: Watch): () => void {
  const act: AccessAct = `access:take ${organizationId} ${controller.id}`;
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = 0;
  const stop = () => {
    clearTimeout(timer);
    stopped.abort(); // A failed count would otherwise be retried for seconds after its person has left.
    use.ended();
  };
  const ask = () => {
    timer = setTimeout(() => void look(), ASK_EVERY_MS);
  };

  async function look(): Promise<void> {
    const left = await use.count(organizationId, controller.id, stopped.signal).catch(() => undefined);
    if (stopped.signal.aborted) return;
    if (left === undefined) return ask(); // A failed call confirms nothing.
    if (left === 0) {
      stop();
      if (shown > 0)
        use.confirmed(act, { title: t.accessGoneTitle, text: t.accessGone(controller.name, formatClock(new Date())) });
      return;
    }
    if (left !== shown) {
      const words = DEVICE_KINDS[controller.device_type] === "door" ? t.pinsWait : t.platesWait;
      use.waiting(act, { title: t.accessWaitsTitle, text: words(formatNumber(left), controller.name), onClose: stop });
      shown = left;
    }
    ask();
  }

  ask();
  return stop;
}
