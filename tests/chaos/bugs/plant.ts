// Preloaded (`node --import`): plants the bug named by FAULTS_BUG as Node loads its fault point's file.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { BUGS } from "./bugs.ts";
import { findFaultPoint, plantAt } from "./fault-points.ts";

const bug = BUGS.find(({ name }) => name === process.env["FAULTS_BUG"]);
if (!bug || !("point" in bug)) throw new Error(`no bug with a fault point is called ${process.env["FAULTS_BUG"]}`);
const { file } = findFaultPoint(bug.point);
const url = pathToFileURL(file).href;

registerHooks({
  load(loaded, context, nextLoad) {
    const result = nextLoad(loaded, context);
    return loaded === url ? { ...result, source: plantAt(readFileSync(file, "utf8"), bug.point, bug.instead) } : result;
  },
});
