// A process that holds slow connections to a server and opens lost ones anew: half a request each, a byte now and then, from many
// addresses of this machine. Arguments: port, how many, how many addresses, how many it reopens a second. Says "ready" and lives
// until its parent lets go.
import { connect } from "node:net";
import { setPriority } from "node:os";

const DRIP_MS = 4_000;
const OPEN_AT_ONCE = 100;
const REOPEN_TICK_MS = 50;
const HALF = "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nX-Slow: ";
/** Of 127.0.0.0/8; .1 is what a proxy on this machine has. */
const FIRST = 2;

const [port, count, addresses, reopened] = process.argv.slice(2).map(Number);
if (!port || !count || !addresses || !reopened) throw new RangeError("port, count, addresses, reopened a second");
// An attacker has a machine of its own: here it takes what the server leaves.
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
