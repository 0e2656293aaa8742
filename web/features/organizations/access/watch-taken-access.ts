import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { toastConfirmed, toastWaiting } from "#web/ui/toasts/toast.tsx";
import { countOutdated } from "./api/count-outdated.ts";
import { awaitRemoval, type TakenAccess } from "./await-removal.ts";

/** One watch for each controller. The watch also counts later changes. */
const running = new Map<string, () => void>();
onPersonLeft(() => {
  for (const stop of running.values()) stop();
});

/** Follows by toast until the controller has no outdated access left. A second call for the same is ignored. */
export function watchTakenAccess(taken: TakenAccess): void {
  const key = `${taken.organizationId} ${taken.controller.id}`;
  if (running.has(key)) return;
  const ended = () => void running.delete(key);
  running.set(
    key,
    awaitRemoval(taken, { count: countOutdated, waiting: toastWaiting, confirmed: toastConfirmed, ended }),
  );
}
