import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";

const listen = async (port: number) => {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await once(server.close(), "close");
  });
};

it("is the wanted one while it is free, and otherwise one that no outgoing connection is given", async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768); // The lowest port that Linux gives to outgoing connections.
  expect(await freePort(port)).toBe(port);
  await listen(port);
  const other = await freePort(port);
  expect(other).not.toBe(port);
  await listen(other);
});
