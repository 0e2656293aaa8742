// Talks to one relay with a web address, which can open any type of gate.
import { fillPlaceholders, placeholderValues, type RelayRequest, relayNeeds } from "#contract/relay.ts";
import { probeRule } from "#contract/relay-presets.ts";
import { AuthFailedError, DeviceError, DeviceFailedError } from "../errors.ts";
import type { DeviceRequest } from "../exchange.ts";
import type { DeviceConnection, MacroOutcome } from "../port.ts";
import { HELD_BACK } from "../sign-in-memory.ts";
import { createTransport, type DriverOptions, type Transport } from "../transport.ts";
import { readAnswer, refused } from "./read-answer.ts";
import { createRelaySignIn } from "./sign-in.ts";

export interface Relay {
  /** Sends the opening at most once; never throws for a device's failure. */
  open(options: { timeoutMs: number }): Promise<MacroOutcome>;
  /**
   * Sends the relay a request that moves nothing. `isAsked`: everything saved for signing in was sent. Throws AuthFailedError and
   * DeviceFailedError.
   */
  probe(): Promise<{ answered: boolean; status: number; isAsked: boolean }>;
  /** Ends the wait after a refused password, because a person asks. */
  endHold(): void;
  readonly transport: Transport;
  close(): Promise<void>;
}

/** Creates the client, which connects at its first call. */
export function createRelay(connection: DeviceConnection, request: RelayRequest, options: DriverOptions): Relay {
  const transport = createTransport(connection, { ...options, connections: 2 });
  const signIn = createRelaySignIn(transport, connection, {
    kind: request.sign_in,
    sendsPassword: relayNeeds(request).password,
    clock: options.clock,
  });
  const values = placeholderValues(request);
  const fill = (text: string) => fillPlaceholders(text, values);
  // Signed and sent in the same form: servers differ on a backslash within the quotes of a Digest header.
  const fillPath = (path: string) => fill(path).replace(/["<>\\^`{|}]/g, encodeURIComponent);
  const headers = () =>
    Object.fromEntries(
      request.headers.map(({ name, value }) => [
        name,
        fillPlaceholders(value, { ...values, password: headerSafe(connection.password) }),
      ]),
    );
  return {
    transport,
    async open({ timeoutMs }) {
      const opening: DeviceRequest = {
        method: request.method,
        path: fillPath(request.path),
        headers: headers(),
        ...(request.body === "" ? {} : { body: fill(request.body) }),
        read: request.success === null ? "none" : "text",
        freshConnection: true,
      };
      try {
        const { status, text } = await signIn.send(opening, timeoutMs);
        const outcome = readAnswer(status, text, request.success);
        // Some units refuse a forgotten nonce with 200.
        if (outcome.outcome !== "executed") signIn.forget();
        return outcome;
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        const isHeld = error instanceof AuthFailedError && error.reason === HELD_BACK;
        const status = !isHeld && "status" in error && typeof error.status === "number" ? error.status : null;
        return { ...refused(error.code, status), outcome: error.outcomeUnknown ? "unknown" : "refused" };
      }
    },
    async probe() {
      const { status, text, isSigned } = await signIn.send(
        { method: "GET", path: fillPath(request.probe), headers: headers(), read: "head" },
        transport.timeouts.totalMs,
      );
      if (status === 401 || status === 403) throw new AuthFailedError(status);
      if (status >= 500) throw new DeviceFailedError(status, "no reason given");
      const answered = readAnswer(status, text, probeRule(request)).outcome === "executed";
      return { answered, status, isAsked: isSigned || request.sign_in !== "account" };
    },
    endHold: () => signIn.endHold(),
    close: () => transport.close(),
  };
}

/** Makes a text safe for a header: a line break would end the header. */
function headerSafe(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, ""), "utf8").toString("latin1");
}
