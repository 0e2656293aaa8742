// Stops a command on Ctrl-C, SIGTERM, a closed terminal, or the death of its run.mjs.

/** A repeat after this time is a person's impatience, not the same Ctrl-C passed on by npm. */
const IMPATIENCE_MS = 2_000;

/** Returns a signal that is aborted at the first request; a later request ends the process, and the watchdog stops PostgreSQL. */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  const request = () => {
    if (!controller.signal.aborted) {
      since = performance.now();
      controller.abort(new StopRequested());
    } else if (performance.now() - since > IMPATIENCE_MS) {
      process.exit(130);
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, request);
  if (process.connected) {
    process.once("disconnect", request);
    process.channel?.unref();
  }
  return controller.signal;
}

export class StopRequested extends Error {
  override readonly name = "StopRequested";
}

/** Runs a long-lived command until asked to stop, then disposes the stack in reverse order. Ends the process. */
export async function runUntilStopped(
  start: (stack: AsyncDisposableStack, signal: AbortSignal) => Promise<void>,
): Promise<never> {
  const signal = listenForStop();
  const stack = new AsyncDisposableStack();
  let exitCode = 0;
  try {
    await start(stack, signal);
    await new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener("abort", resolve);
      setInterval(() => {}, 60_000); // Keeps the process alive.
    });
  } catch (error) {
    if (!(error instanceof StopRequested)) {
      exitCode = 1;
      report(error);
    }
  }
  try {
    await stack.disposeAsync();
  } catch (error) {
    exitCode = 1;
    report(error);
  }
  process.exit(exitCode);
}

function report(error: unknown): void {
  console.error(isForPeople(error) ? `\n${error.message}` : error);
}

/** Tells whether the error's message alone says what to do, so that no stack is shown. */
export function isForPeople(error: unknown): error is Error {
  const names = /^(UserError|ConfigError|FolderInUseError|MigrationError|BackupError|UpdateError|PoolerError)$/;
  return error instanceof Error && names.test(error.name);
}

/** An error whose message says what to do; shown without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
}
