// Text messages as the rest of the server sends them.

export interface SmsSender {
  /**
   * Hands a text over to the network.
   * @param to E.164, e.g. +46701234567
   * @throws SmsError when the gateway does not take it.
   */
  send(to: string, text: string): Promise<void>;
}

export class SmsError extends Error {
  override name = "SmsError";
}
