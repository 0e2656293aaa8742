import { useListAddress } from "#web/lib/list-address.ts";
import { DoorLog } from "../lazy-door-log.ts";
import { PassageLog } from "../lazy-passage-log.ts";
import { AccessLog } from "./access-log.tsx";
import { LogChoice, useLog } from "./log-choice.tsx";

/** The logs of gates, of doors, and of both. */
export function AccessLogs() {
  const address = useListAddress();
  const log = useLog(address);
  const choice = <LogChoice address={address} value={log} />;
  if (log === "all") return <PassageLog choice={choice} />;
  return log === "doors" ? <DoorLog choice={choice} /> : <AccessLog choice={choice} />;
}
