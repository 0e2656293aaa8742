// `npm run field-kit`: asks a real door controller every question that the driver's public sources leave open.
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { verdictPage } from "#contract/field-kit.ts";
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { findingsOf } from "#drivers/axis/field-kit/findings.ts";
import { connectionCandidates } from "#drivers/base-url.ts";
import { systemClock } from "#drivers/clock.ts";
import { DeviceError } from "#drivers/errors.ts";
import { findConnection } from "#drivers/find-connection.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { askPassword } from "./lib/ask-password.ts";
import { runCli } from "./lib/cli.ts";
import { listenForStop, UserError } from "./lib/stopping.ts";

const USAGE = `npm run field-kit -- --address 192.0.2.21 --user root          asks only, changes nothing
npm run field-kit -- --address 192.0.2.21 --user root --try 1  also one throw-away user "wp-test" at door 1
npm run field-kit -- --address 192.0.2.21 --user root --clean  removes what an interrupted trial left

The password is asked for, or read from FIELD_KIT_PASSWORD. Over https the certificate's fingerprint is shown first,
and the password is sent only with --fingerprint. Writes a redacted transcript and prints one page in Swedish and English.`;

await runCli(
  {
    usage: USAGE,
    options: {
      address: { type: "string", help: "host, host:port or URL of the controller" },
      user: { type: "string", help: "account with administrator rights there" },
      fingerprint: { type: "string", help: "SHA-256 of the certificate, as compared on the controller" },
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
    const found = await findConnection(
      connectionCandidates({ device_ip: values.address, device_port: null }),
      options,
    ).catch(refuse);
    const fingerprint = found.certificate?.sha256 ?? null;
    const accepted = values.fingerprint?.replaceAll(":", "").toLowerCase() ?? null;
    if (fingerprint !== null && accepted !== fingerprint)
      throw new UserError(
        `The controller shows the certificate ${fingerprint}.\nCompare it on the controller, then run again with --fingerprint ${fingerprint}`,
      );
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
          // Thrown between two steps, so that what was written is removed.
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

function refuse(error: unknown): never {
  if (error instanceof DeviceError)
    throw new UserError(`The controller cannot be reached: ${error.message} (${error.code}).`, { cause: error });
  throw error;
}
