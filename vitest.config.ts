import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files first, known or not: begun last they would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = (file: TestSpecification) => file.moduleId.includes("/tests/integration/faults/");
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

const never = ["**/node_modules/**", "dist/**", ".demo/**", ".cache/**", "data/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...never, "tests/integration/**", "tests/e2e/**"],
          testTimeout: 60_000, // a hung test, not a slow machine
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          exclude: never,
          globalSetup: "./tests/support/global-setup.ts",
          maxWorkers: 2, // each file has a server and a database of its own; two cores bear no more
          testTimeout: 60_000, // a hung test, not a slow machine
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
