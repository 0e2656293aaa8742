// A process that asks a server for its largest replies without a pause, when it is asked to. Arguments: port, clients, seconds, and the
// requests to send in turn. Reports the number of answers by status.
import { setPriority } from "node:os";
import { httpLoad } from "./http-load.ts";

const [port, clients, seconds, ...requests] = process.argv.slice(2);
// A real attacker has a separate machine; here it uses the processor time that the server leaves.
setPriority(19);
async function attack(): Promise<void> {
  const { statuses } = await httpLoad({
    port: Number(port),
    clients: Number(clients),
    seconds: Number(seconds),
    request: (n) => requests[n % requests.length] ?? "",
  });
  process.send?.(statuses);
}

process.on("message", () => void attack());
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
