export interface SmsSender {
  /** Sends a message. `to`: E.164, e.g. +46701234567. Throws SmsError when the gateway refuses it. */
  send(to: string, text: string): Promise<void>;
}

export class SmsError extends Error {
  override name = "SmsError";
}
