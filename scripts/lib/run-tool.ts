import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./paths.ts";

export interface ToolResult {
  /** Exit code, 128 + n after signal n, -1 when not started. Only 0 is success. */
  readonly code: number;
  /** Output of both streams in their order; empty with `show`. */
  readonly output: string;
}

export interface ToolOptions {
  readonly show?: boolean;
  /** Default: the repository of this file. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with messages that the tool sends by `process.send`. */
  readonly onMessage?: (message: unknown) => void;
}

/** Runs a JavaScript tool with this Node. Never rejects: a tool that cannot start is a failure with a text. */
export function runTool(script: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolResult> {
  return new Promise((resolve) => {
    const stream = options.show ? "inherit" : "pipe";
    const child = spawn(process.execPath, [script, ...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", stream, stream, ...(options.onMessage ? (["ipc"] as const) : [])],
    });
    if (options.onMessage) child.on("message", options.onMessage);
    const stop = () => child.kill("SIGTERM");
    options.signal?.addEventListener("abort", stop);
    let output = "";
    for (const written of [child.stdout, child.stderr]) {
      written?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.once("close", (code, signal) => {
      options.signal?.removeEventListener("abort", stop);
      resolve({ code: signal ? 128 + constants.signals[signal] : (code ?? -1), output });
    });
  });
}
