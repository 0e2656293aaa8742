import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { paced } from "./tests/support/pace.ts";

const SHORT_BETWEEN = 4;
const LONG =
  /\/tests\/(chaos\/slices\/(slice|doors-under|engine-bugs)|integration\/(platform\/(embedded|slow-connections)|realtime\/realtime|controllers\/axis-proxy|doors\/(door-control|door-change-of-time|hold-ends)|people\/end-user-manager|alerts\/alert-control|administrators\/admin-console|gates\/near-misses|drivers\/relay-presets|passages\/shared-doors|reconcile\/(whole-days|crashes|door-events\.|workers|suspended)))/;

/** They wait for most of their half to two minutes: begun together they leave the cores idle, begun last they run alone. */
class LongAmongShort extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => LONG.test(file.moduleId);
    const short = sorted.filter((file) => !isLong(file));
    const mixed = sorted.filter(isLong).flatMap((file) => [file, ...short.splice(0, SHORT_BETWEEN)]);
    return [...mixed, ...short];
  }
}

/** They give a module another face (a language, a mock, an address), which no other test may meet. */
const APART = [
  "web/texts/language.test.ts",
  "web/texts/counted-texts.test.ts",
  "web/texts/english.test.ts",
  "web/features/passages/truth-words-english.test.ts",
  "web/features/controllers/components/plain-notes-english.test.tsx",
  "web/lib/calls/functions.test.ts",
  "web/features/passages/components/explanation-states.test.tsx",
  "server/auth/passwords/passwords.test.ts",
];

/** Much of a test's memory is garbage at once; in MB. Collecting it less often saves a twentieth of the time. */
const YOUNG_GENERATION = ["--max-semi-space-size=64"];

const never = ["**/node_modules/**", "dist/**", ".demo/**", ".cache/**", "data/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongAmongShort },
    // Beside the eight of integration, one alone (the default on two cores) ended 100 s after them. Each reads the page's
    // program: four cost half a minute of a processor more than two, and ended two minutes before integration.
    maxWorkers: 2,
    // Limits of what hangs; no test waits so long for what comes. Above them stands what a test of its own sets.
    testTimeout: paced(240_000),
    hookTimeout: paced(240_000),
    expect: { poll: { timeout: paced(60_000) } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...never, ...APART, "tests/integration/**", "tests/chaos/slices/**", "tests/e2e/**"],
          isolate: false, // reading the modules anew for each file took three quarters of the time
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-components",
          include: ["web/**/*.test.tsx"],
          exclude: [...never, ...APART],
          environment: "happy-dom",
          environmentOptions: { happyDOM: { url: "http://127.0.0.1:8080/" } },
          setupFiles: ["tests/components/without-tools.ts", "tests/components/set-up.ts"],
          isolate: false, // the page's program is read once
          restoreMocks: true,
        },
      },
      { extends: true, test: { name: "unit-apart", include: APART, exclude: never } },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/{integration,chaos/slices}/**/*.test.ts"],
          exclude: never,
          globalSetup: "./tests/support/global-setup.ts",
          setupFiles: ["tests/support/late-calls.ts"],
          // Each file has a server and a database of its own. Much of a test is waiting, so two cores carry eight, and one
          // four: more would only make each slower against the product's own limits.
          maxWorkers: availableParallelism() > 1 ? 8 : 4,
          execArgv: YOUNG_GENERATION,
          isolate: false, // a file's own state is its portal; the server's modules are read once a worker
        },
      },
    ],
  },
});
