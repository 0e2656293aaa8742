import { AccessLog } from "#web/features/access-logs/components/access-log.tsx";
import { LOGS, LogChoice } from "#web/features/access-logs/components/log-choice.tsx";
import { DoorLog } from "#web/features/access-logs/lazy-door-log.ts";
import { addressChoice, useListAddress } from "#web/lib/list-address.ts";

export function AccessLogsPage() {
  const address = useListAddress();
  const log = addressChoice(address, "log", LOGS).value;
  const choice = <LogChoice address={address} value={log} />;
  return log === "doors" ? <DoorLog choice={choice} /> : <AccessLog choice={choice} />;
}
