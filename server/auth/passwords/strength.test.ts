import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("a password is judged under node --watch, which uses the thread's channel too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-strength-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, "judge.mjs");
  const strength = new URL("strength.ts", import.meta.url).href;
  writeFileSync(
    script,
    `import { requireAcceptablePassword } from ${JSON.stringify(strength)};
     await requireAcceptablePassword("korrekt häst batteri klammer");
     console.log("judged");`,
  );
  const child = spawn(process.execPath, ["--watch", script], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("judged")) resolve();
      if (said.includes("Failed running")) reject(new Error(said));
    });
  await expect(promise).resolves.toBeUndefined();
});
