import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { openClient } from "./open-client.ts";

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const SIGNED_IN = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const STOPPED = message(
  "E",
  Buffer.from("SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0", "latin1"),
);

test("an idle connection whose PostgreSQL is stopped ends no process, and its next query fails", async () => {
  const stop = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once("data", () => socket.write(SIGNED_IN));
    void stop.promise.then(() => socket.end(STOPPED));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const client = await openClient({ host: "127.0.0.1", port, user: "bench", database: "bench", ssl: false });
  const lost = new Promise<void>((resolve) => {
    client.once("end", resolve);
  });
  stop.resolve();
  await lost;
  await expect(client.query("select 1")).rejects.toThrow();
  server.close();
});
