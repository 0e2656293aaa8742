// `npm run field-kit`: asks a real door controller every question that the driver's public sources leave open.
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { verdictPage } from "#contract/field-kit.ts";
import { isOldTls, tlsName } from "#contract/tls.ts";
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { findingsOf } from "#drivers/axis/field-kit/findings.ts";
import { connectionCandidates } from "#drivers/base-url.ts";
import { systemClock } from "#drivers/clock.ts";
import { DeviceError, TlsTooOldError } from "#drivers/errors.ts";
import { type FoundConnection, findConnection } from "#drivers/find-connection.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { askPassword } from "./lib/ask-password.ts";
import { runCli } from "./lib/cli.ts";
import { listenForStop, UserError } from "./lib/stopping.ts";

const USAGE = `npm run field-kit -- --address 192.0.2.21 --user root          asks only, changes nothing
npm run field-kit -- --address 192.0.2.21 --user root --try 1  also one throw-away user "wp-test" at door 1
npm run field-kit -- --address 192.0.2.21 --user root --clean  removes what an interrupted trial left

The password is asked for, or read from FIELD_KIT_PASSWORD. Over https the certificate's fingerprint is shown first,
and the password is sent only with --fingerprint. A controller that knows TLS 1.0 and 1.1 only is spoken to with
--allow-old-tls besides. Writes a redacted transcript and prints one page in Swedish and English.`;

const WEAK_TLS = `TLS 1.0 and 1.1 have known weaknesses. Whoever gets at the network between this computer and the controller may read or
change PINs and the controller's password. Use them on a protected network only; newer firmware is better.`;

await runCli(
  {
    usage: USAGE,
    options: {
      address: { type: "string", help: "host, host:port or URL of the controller" },
      user: { type: "string", help: "account with administrator rights there" },
      fingerprint: { type: "string", help: "SHA-256 of the certificate, as compared on the controller" },
      "allow-old-tls": { type: "boolean", help: "speak TLS 1.0 and 1.1 with the certificate of --fingerprint" },
      try: { type: "integer", min: 1, help: "number of the door for the trial" },
      clean: { type: "boolean", help: "only remove what a trial left" },
      out: { type: "string", default: "field-kit.json", help: "file of the transcript" },
    },
  },
  async ({ values }) => {
    if (values.address === undefined || values.user === undefined)
      throw new UserError(`--address and --user are needed.\n\n${USAGE}`);
    if (values.clean && values.try !== undefined) throw new UserError("--clean and --try exclude each other.");
    const network = createNetworkPolicy({ allow: [], allowPublic: true, allowLoopback: true });
    const options = { network, clock: systemClock };
    const found = await findConnection(connectionCandidates({ device_ip: values.address, device_port: null }), {
      ...options,
      allowOldTls: values["allow-old-tls"],
    }).catch(refuse);
    const isOld = speaksOldTls(found);
    const fingerprint = found.certificate?.sha256 ?? null;
    const accepted = values.fingerprint?.replaceAll(":", "").toLowerCase() ?? null;
    if (fingerprint !== null && accepted !== fingerprint)
      throw new UserError(
        `The controller shows the certificate ${fingerprint}.\nCompare it on the controller, then run again with --fingerprint ${fingerprint}${
          isOld ? ` --allow-old-tls\n\n${WEAK_TLS}` : ""
        }`,
      );
    if (values["allow-old-tls"]) console.log(oldTlsSentence(found));
    const password = process.env["FIELD_KIT_PASSWORD"] ?? (await askPassword(`Password of ${values.user}: `));
    if (password === null) throw new UserError("Set FIELD_KIT_PASSWORD, or run the command in a terminal.");

    const stop = listenForStop();
    const transcript = await runFieldKit(
      {
        baseUrl: found.url,
        username: values.user,
        password,
        certSha256: fingerprint,
        serial: null,
        allowPlainHttp: false,
        allowOldTls: isOld,
      },
      {
        ...options,
        mode: values.clean
          ? { kind: "clean" }
          : values.try === undefined
            ? { kind: "read" }
            : { kind: "try", door: values.try },
        onDoors(names) {
          for (const [at, name] of names.entries())
            console.log(`  door ${at + 1}: ${name}${at + 1 === values.try ? "  <- the trial" : ""}`);
          if (values.try !== undefined && values.try > names.length)
            throw new UserError(`There is no door ${values.try}. Nothing has been changed.`);
        },
        onStep(step) {
          console.log(`  ${step}`);
          // Thrown between two steps, so that written objects are removed.
          if (!step.startsWith("remove")) stop.throwIfAborted();
        },
      },
    );
    const file = resolve(values.out);
    await writeFile(file, `${JSON.stringify(transcript, null, 1)}\n`, { mode: 0o600 });
    const findings = findingsOf(transcript);
    console.log(`${verdictPage(findings, "sv")}\n${verdictPage(findings, "en")}\n${file}`);
    if (transcript.stopped !== null || findings.some((finding) => finding.code === "left")) process.exitCode = 2;
  },
);

function speaksOldTls({ certificate }: FoundConnection): boolean {
  const tls = certificate?.tls ?? null;
  return tls !== null && isOldTls(tls);
}

/** Returns the sentence about old TLS. The permission is for devices that need it: newer ones use newer TLS anyway. */
function oldTlsSentence(found: FoundConnection): string {
  const tls = found.certificate?.tls ?? null;
  if (speaksOldTls(found) && tls !== null) return `The controller speaks ${tlsName(tls)}.\n${WEAK_TLS}\n`;
  return `--allow-old-tls is not needed: the controller speaks ${tls === null ? "http without TLS" : tlsName(tls)}.\n`;
}

function refuse(error: unknown): never {
  if (error instanceof TlsTooOldError)
    throw new UserError(
      `The controller only speaks TLS 1.0 or 1.1. No password has been sent.\nUpgrade its firmware; if there is none, run again with --allow-old-tls.\n\n${WEAK_TLS}`,
      { cause: error },
    );
  if (error instanceof DeviceError)
    throw new UserError(`The controller cannot be reached: ${error.message} (${error.code}).`, { cause: error });
  throw error;
}
