// Reports Vitest's progress: files that have ended, and failures as they come.
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { root } from "./paths.ts";
import { report } from "./progress.ts";

export default class VitestProgress implements Reporter {
  #done = 0;
  #total = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#total = files.length;
    this.#report();
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "failed") this.#report(`${relative(root, test.module.moduleId)}: ${test.fullName}`, errors);
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done += 1;
    // Failures around the tests, such as in an import or the set-up.
    const errors = file.errors();
    this.#report(relative(root, file.moduleId), errors);
  }

  #report(name = "", errors: readonly { message: string }[] = []): void {
    const why = errors[0]?.message;
    const failure = why === undefined ? {} : { failure: { name, why } };
    report({ done: this.#done, total: this.#total, of: "files", ...failure });
  }
}
