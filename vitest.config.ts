import { defineConfig } from "vitest/config";

const never = ["**/node_modules/**", "dist/**", ".demo/**", ".cache/**", "data/**"];

export default defineConfig({
  test: {
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
