// Text messages through any HTTP POST gateway: SMS_URL, with user and password where needed.
import { SmsError, type SmsSender } from "./port.ts";

const TIMEOUT_MS = 10_000;

/** Creates the gateway. Any 2xx is success. Redirects are not followed: they would carry the message and password elsewhere. */
export function createHttpSmsGateway(url: string): SmsSender {
  const { address, authorization } = withoutCredentials(url);
  return {
    send: async (to, text) => {
      const reply = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...(authorization === null ? {} : { authorization }) },
        body: JSON.stringify({ to, text }),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new SmsError("the SMS gateway cannot be reached", { cause });
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new SmsError(`the SMS gateway answered ${reply.status}`);
    },
  };
}

function withoutCredentials(url: string): { address: string; authorization: string | null } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  if (username === "" && password === "") return { address: address.href, authorization: null };
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address: address.href, authorization: `Basic ${Buffer.from(login).toString("base64")}` };
}
