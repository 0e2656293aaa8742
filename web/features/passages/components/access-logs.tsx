import { useListAddress } from "#web/lib/lists/list-address.ts";
import { AccessLog, EventLog } from "../lazy-logs.ts";
import { LogChoice, useLog } from "./log-choice.tsx";

/** Shows the logs of gates, of doors, and of both. */
export function AccessLogs() {
  const address = useListAddress();
  const log = useLog(address);
  const choice = <LogChoice address={address} value={log} />;
  // Each log begins with its own empty search and nothing open.
  return log === "gates" ? <AccessLog choice={choice} /> : <EventLog key={log} log={log} choice={choice} />;
}
