// A connection to the primary alone, whose acknowledged commits the synchronous standby has.
import type { EventEmitter } from "node:events";
import pg from "pg";
import { z } from "zod";
import { OutcomeUnknownError, StandbyError } from "../http/errors.ts";

/** PostgreSQL's function that waits for the standby. It warns when the wait was cut off, and the commit is then reported as done. */
const STANDBY_WAIT = "SyncRepWaitForLSN";

const parameter = z.object({ parameterName: z.string(), parameterValue: z.string() });
const inner = z.object({ connection: z.custom<EventEmitter & { stream: { destroy(error: Error): void } }>() });

/**
 * A client that fails with StandbyError at a server in recovery, which a balancer may still offer for a second after a switchover, and with
 * OutcomeUnknownError when a commit was reported as done before the synchronous standby had it: a failover would lose it.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = inner.parse(this);
    connection.on("parameterStatus", (message: unknown) => {
      const { parameterName, parameterValue } = parameter.parse(message);
      if (parameterName === "in_hot_standby" && parameterValue === "on") connection.stream.destroy(new StandbyError());
    });
    this.on("notice", ({ routine }) => {
      // The driver fails the running query, and drops the connection when the report of success follows.
      if (routine === STANDBY_WAIT)
        connection.emit("errorMessage", new OutcomeUnknownError(new Error("the standby did not confirm the commit")));
    });
  }
}
