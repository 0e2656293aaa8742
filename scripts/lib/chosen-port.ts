// Ports chosen by a person: checked before anything slow, and named in the refusal when they are taken.
import { createServer } from "node:net";
import { UserError } from "./stopping.ts";

/** Throws unless the port is free. Called before anything slow; `setting` is the environment variable to name. */
export async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  const failure = await new Promise<NodeJS.ErrnoException | null>((done) => {
    probe.once("error", done);
    probe.listen({ host, port, exclusive: true }, () => done(null));
  });
  if (failure === null) {
    await new Promise((done) => probe.close(done));
    return;
  }
  if (failure.code === "EADDRINUSE") throw portInUse({ host, port, setting });
  if (failure.code === "EACCES") {
    throw new UserError(
      `This account may not listen on port ${port}. Choose one above 1023 with ${setting}, e.g. ${setting}=8080.`,
    );
  }
  if (failure.code === "EADDRNOTAVAIL" || failure.code === "ENOTFOUND") {
    throw new UserError(`This machine has no address ${host}. Choose one of its own with HOST, e.g. HOST=127.0.0.1.`);
  }
  throw failure;
}

interface NamedPort {
  host: string;
  port: number;
  /** The environment variable to name. */
  setting: string;
}

/** Runs `start`; if the port has been taken since `requireFreePort`, the error says what to do. */
export async function namingPort<Started>(named: NamedPort, start: () => Promise<Started>): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    const { code, port } = error instanceof Error ? (error as NodeJS.ErrnoException & { port?: number }) : {};
    throw code === "EADDRINUSE" && port === named.port ? portInUse(named) : error;
  }
}

function portInUse({ host, port, setting }: NamedPort): UserError {
  return new UserError(
    `Port ${port} on ${host} is already in use. Stop what uses it, or choose another with ${setting}=${port + 10}.`,
  );
}
