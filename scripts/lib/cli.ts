import { parseArgs } from "node:util";
import { isForPeople, UserError } from "./stopping.ts";

interface Help {
  /** Shown by --help; internal options have none. */
  readonly help?: string;
}
type Option = Help &
  (
    | { readonly type: "boolean" }
    | { readonly type: "string"; readonly default?: string }
    /** `min` defaults to 0; "integer" requires a whole number. */
    | { readonly type: "number" | "integer"; readonly default?: number; readonly min?: number }
  );
type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly type: "boolean" }
  ? boolean
  :
      | (O extends { readonly type: "string" } ? string : number)
      | (O extends { readonly default: unknown } ? never : undefined);

export interface Cli<O extends Options> {
  /** The command's forms, one per line, with their effects. */
  readonly usage: string;
  readonly options?: O;
  /** Positional arguments; default none. */
  readonly words?: number;
}

export interface Arguments<O extends Options> {
  readonly values: { readonly [Name in keyof O]: Value<O[Name]> };
  readonly words: readonly string[];
}

/** Returns how a command of an installed portal is begun here, as the package's own wrapper says, else with npm. */
export function startedAs(name: "admin" | "backup" | "restore"): string {
  return process.env["COMMAND_NAME"] ?? `npm run ${name} --`;
}

/** Returns the forms of a command, one per line, with their effects beside them. */
export function formsOf(command: string, forms: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(forms).map((form) => form.length)) + 3;
  const margin = `\n${" ".repeat(command.length + 1 + width)}`;
  return Object.entries(forms)
    .map(([form, effect]) => `${command} ${form.padEnd(width)}${effect.replaceAll("\n", margin)}`)
    .join("\n");
}

/** Parses arguments; returns null for --help. Throws UserError with the option and the usage. */
export function parseCli<const O extends Options>(cli: Cli<O>, args: readonly string[]): Arguments<O> | null {
  const options: Options = cli.options ?? {};
  const fail = (what: string, cause?: unknown) => new UserError(`${what}\n\n${usageOf(cli)}`, { cause });
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const types = Object.entries(options).map(([name, { type }]) => {
      return [name, { type: type === "boolean" ? type : "string" }] as const;
    });
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(types), help: { type: "boolean" } },
    });
  } catch (cause) {
    // The second sentence explains arguments that begin with a dash, which no command here has.
    throw fail(`${String(cause instanceof Error ? cause.message : cause).split(". ")[0]}.`, cause);
  }
  if (parsed.values["help"]) return null;
  const tooMany = parsed.positionals[cli.words ?? 0];
  if (tooMany !== undefined) throw fail(`Unexpected argument '${tooMany}'.`);
  const values = Object.entries(options).map(([name, option]) => {
    const given = parsed.values[name];
    if (option.type === "boolean") return [name, given === true];
    if (typeof given !== "string") return [name, option.default];
    if (option.type === "string") return [name, given];
    const number = Number(given);
    const whole = option.type === "integer";
    if (given === "" || number < (option.min ?? 0) || !(whole ? Number.isInteger(number) : Number.isFinite(number)))
      throw fail(`--${name} takes a ${whole ? "whole " : ""}number of at least ${option.min ?? 0}, not '${given}'.`);
    return [name, number];
  });
  return { values: Object.fromEntries(values) as Arguments<O>["values"], words: parsed.positionals };
}

/** Reads arguments. Exits for --help (0) and for invalid arguments (1). */
export function readCli<const O extends Options>(cli: Cli<O>): Arguments<O> {
  try {
    const parsed = parseCli(cli, process.argv.slice(2));
    if (parsed !== null) return parsed;
    console.log(usageOf(cli));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Runs a command that ends by itself; a UserError is printed without a stack. */
export async function runCli<const O extends Options>(
  cli: Cli<O>,
  main: (args: Arguments<O>, stack: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const args = readCli(cli);
  await using stack = new AsyncDisposableStack();
  try {
    await main(args, stack);
  } catch (error) {
    process.exitCode = 1;
    console.error(isForPeople(error) ? error.message : (fileTroubleOf(error) ?? error));
  }
}

const FILE_TROUBLES = new Map([
  ["EACCES", "this account may not use it"],
  ["EPERM", "this account may not use it"],
  ["EROFS", "the disk can only be read"],
  ["ENOSPC", "the disk is full"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a part of the path is no folder"],
  ["EISDIR", "it is a folder"],
]);

/** Returns a sentence for a file that cannot be used; null for other errors. */
export function fileTroubleOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("path" in error) || !("code" in error)) return null;
  const trouble = FILE_TROUBLES.get(String(error.code));
  return trouble === undefined ? null : `${String(error.path)}: ${trouble} (${String(error.code)}).`;
}

function usageOf({ usage, options = {} }: Cli<Options>): string {
  const lines = Object.entries(options).flatMap(([name, option]) => {
    if (option.help === undefined) return [];
    const form = `--${name}${option.type === "boolean" ? "" : option.type === "string" ? " TEXT" : " N"}`;
    const fallback = "default" in option ? ` (default ${option.default})` : "";
    return [`  ${form.padEnd(20)} ${option.help}${fallback}`];
  });
  return lines.length === 0 ? usage : `${usage}\n\n${lines.join("\n")}`;
}
