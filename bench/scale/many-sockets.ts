// Many access-log subscribers in one process, each a signed-in admin with a socket.
import { clientFrame, openRawWebsocket } from "./raw-websocket.ts";

export interface SocketReport {
  inserted: string[];
  updates: number;
  closed: boolean;
}

/** The heartbeat interval of supabase-js. */
const HEARTBEAT_MS = 25_000;
/** `to_jsonb` puts the shortest name first. */
const RECORD = Buffer.from('"record":{"id":"');
const INSERT = Buffer.from('"type":"INSERT"');
const CHANGE = Buffer.from('"postgres_changes",{"ids"');
const UUID_LENGTH = 36;

const [port = "", ...tokens] = process.argv.slice(2);
const reports: SocketReport[] = [];
for (const token of tokens) reports.push(await subscribe(Number(port), token));
process.send?.("ready");
process.on("message", () => process.send?.(reports));
process.on("disconnect", () => process.exit(0));

async function subscribe(to: number, token: string): Promise<SocketReport> {
  const report: SocketReport = { inserted: [], updates: 0, closed: false };
  const joined = Promise.withResolvers<void>();
  const socket = await openRawWebsocket(to, (payload) => {
    if (payload.includes(CHANGE)) {
      const at = payload.indexOf(RECORD) + RECORD.length;
      if (payload.includes(INSERT)) report.inserted.push(payload.toString("latin1", at, at + UUID_LENGTH));
      else report.updates += 1;
    } else if (payload.includes('"status":"error"')) joined.reject(new Error(`not joined: ${payload.toString()}`));
    else if (payload.includes('"phx_reply"')) joined.resolve();
  });
  socket.on("close", () => (report.closed = true));
  socket.on("error", joined.reject);
  const changes = [{ event: "*", schema: "public", table: "access_logs" }];
  const join = { access_token: token, config: { postgres_changes: changes } };
  socket.write(clientFrame(JSON.stringify(["1", "1", "realtime:access_logs", "phx_join", join])));
  await joined.promise;
  setInterval(() => socket.write(clientFrame('[null,"2","phoenix","heartbeat",{}]')), HEARTBEAT_MS);
  return report;
}
