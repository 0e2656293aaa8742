import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { namingPort, requireFreePort } from "./chosen-port.ts";

let squatter: Server;
let port: number;
beforeEach(async () => {
  squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const address = squatter.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterEach(() => new Promise<void>((done) => void squatter.close(() => done())));

const listenOn = async (taken: number): Promise<never> => {
  const server = createServer();
  server.listen(taken, "127.0.0.1");
  const [error] = (await once(server, "error")) as [Error];
  throw error;
};
const sentence = () =>
  `Port ${port} on 127.0.0.1 is already in use. Stop what uses it, or choose another with PORT=${port + 10}.`;

test("a port in use is refused before anything slow, with what to do", async () => {
  await expect(requireFreePort("127.0.0.1", port, "PORT")).rejects.toMatchObject({
    name: "UserError",
    message: sentence(),
  });
});

test("a port that is taken after that is refused alike, and any other failure is left as it is", async () => {
  const named = { host: "127.0.0.1", port, setting: "PORT" };
  await expect(namingPort(named, () => listenOn(port))).rejects.toMatchObject({
    name: "UserError",
    message: sentence(),
  });
  await expect(namingPort({ ...named, port: 1 }, () => listenOn(port))).rejects.toMatchObject({ code: "EADDRINUSE" });
  await expect(namingPort(named, () => Promise.reject(new Error("full disk")))).rejects.toThrow("full disk");
});
