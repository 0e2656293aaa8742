// A hostile unit: it identifies itself, then sends the test's answers.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Disposable } from "./device-harness.ts";

const PARAMETERS = `root.Brand.Brand=AXIS
root.Brand.ProdNbr=A1601 at 127.0.0.1 of portal
root.Properties.Firmware.Version=1.84
root.Properties.System.SerialNumber=ACCC8E000001
`;

type Answered = [status: number, body: string];

/** Starts the unit and pushes it to `opened`. `answer` is given the number of the call; `first` may answer a path in its place. */
export async function rogueUnit(
  opened: Disposable[],
  answer: (call: number) => string,
  first: (path: string, body: string) => Answered | null = () => null,
): Promise<string> {
  let calls = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const own = first(request.url ?? "", body);
      if (own !== null) return response.writeHead(own[0], { "content-type": "application/json" }).end(own[1]);
      if (request.url?.includes("param.cgi")) return response.end(PARAMETERS);
      calls += 1;
      return response.writeHead(200, { "content-type": "application/json" }).end(answer(calls));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  opened.push({
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
