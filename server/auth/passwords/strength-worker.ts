// Scores passwords off the main thread: loading dictionaries and judging long passwords each take tens of milliseconds.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { z } from "zod";

const question = z.object({ id: z.number(), password: z.string(), personal: z.array(z.string()) });

/** Common Swedish choices; the library's lists are English. */
const SWEDISH = (
  "sommar vinter höst vår lösenord hemlig hemligt hemlighet välkommen sverige stockholm göteborg malmö uppsala svensk " +
  "januari februari mars april maj juni juli augusti september oktober november december måndag tisdag onsdag torsdag " +
  "fredag lördag söndag älskling kärlek fotboll hammarby djurgården blåvitt dator portal passage dörr grind " +
  "administratör admin nyckel byt bytmig test styrelse bostad förening brf"
).split(" ");

const zxcvbn = new ZxcvbnFactory({ dictionary: { ...dictionary, swedish: SWEDISH }, graphs: adjacencyGraphs });

parentPort?.on("message", (message: unknown) => {
  const { id, password, personal } = question.parse(message);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, score: zxcvbn.check(password, personal).score });
});
