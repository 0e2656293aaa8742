// Reports Playwright's progress: tests that have ended, and failures as they come.
import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { root } from "./paths.ts";
import { report } from "./progress.ts";

export default class PlaywrightProgress implements Reporter {
  #done = 0;
  #total = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
    this.#report();
  }

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    this.#done += 1;
    const isFailure = status === "failed" || status === "timedOut";
    this.#report(
      isFailure ? { name: `${relative(root, test.location.file)}: ${test.title}`, why: error?.message ?? "" } : null,
    );
  }

  printsToStdio(): boolean {
    return false;
  }

  #report(failure: { name: string; why: string } | null = null): void {
    report({ done: this.#done, total: this.#total, of: "tests", ...(failure && { failure }) });
  }
}
