// Loaded before the server (`node --import`): plants the bug that FAULTS_BUG names while Node loads the file.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { BUGS } from "./bugs.ts";

const bug = BUGS.find(({ name }) => name === process.env["FAULTS_BUG"]);
if (!bug || !("file" in bug)) throw new Error(`no bug of a file is called ${process.env["FAULTS_BUG"]}`);
const url = new URL(`../../../${bug.file}`, import.meta.url).href;

registerHooks({
  load(loaded, context, nextLoad) {
    const result = nextLoad(loaded, context);
    if (loaded !== url) return result;
    const source = typeof result.source === "string" ? result.source : readFileSync(fileURLToPath(loaded), "utf8");
    if (!source.includes(bug.find)) throw new Error(`${bug.file} does not hold the text that ${bug.name} changes`);
    return { ...result, source: source.replace(bug.find, () => bug.replace) };
  },
});
