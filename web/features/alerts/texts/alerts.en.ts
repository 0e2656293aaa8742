import type { AlertDetail } from "#contract/alerts.ts";
import { ownWord } from "#contract/own-word.ts";
import { backups } from "#web/features/operations/texts/backups.en.ts";
import { formatNumber } from "#web/texts/counted.ts";
import type { alertsTexts } from "./alerts.sv.ts";

const removals = (count = 1) => (count === 1 ? "1 removal has" : `${formatNumber(count)} removals have`);
const plates = (count: number) => (count === 1 ? "1 number plate" : `${formatNumber(count)} different number plates`);
const minutesOf = (count = 1) => {
  const days = Math.round(count / 1_440);
  if (days >= 730) return `${formatNumber(Math.round(days / 365))} years`;
  if (days >= 2) return `${formatNumber(days)} days`;
  return count === 1 ? "1 minute" : `${formatNumber(count)} minutes`;
};
const wrongBy = ({ seconds, minutes }: AlertDetail) =>
  seconds === undefined || seconds >= 120
    ? minutesOf(minutes ?? Math.round((seconds ?? 0) / 60))
    : `${formatNumber(seconds)} seconds`;
const certificateEnd = (name: string, days = 0) => {
  if (days < 0) return `The certificate of ${name} has ended`;
  if (days === 0) return `The certificate of ${name} ends today`;
  return `The certificate of ${name} ends in ${days === 1 ? "1 day" : `${formatNumber(days)} days`}`;
};
const ownCertificateEnd = (days = 0) => {
  if (days < 0) return "The portal's certificate has expired";
  if (days === 0) return "The portal's certificate expires today";
  return `The portal's certificate expires in ${days === 1 ? "1 day" : `${formatNumber(days)} days`}`;
};
const within = (minutes = 0) => (minutes === 1 ? "one minute" : `${formatNumber(minutes)} minutes`);

const hoursEnd = (name: string, days = 0) => {
  if (days < 0) return `The hours of ${name} have run out`;
  if (days === 0) return `The hours of ${name} run out today`;
  return `The hours of ${name} run out in ${days === 1 ? "1 day" : `${formatNumber(days)} days`}`;
};

const causes: Record<string, string> = {
  unreachable: "the receiver is not answering",
  timeout: "the receiver did not answer in time",
  connection_lost: "the connection was lost",
  aborted: "the server was restarted",
  certificate_error: "the receiver's certificate is not accepted",
  tls_too_old: "the receiver only speaks an old TLS",
  address_forbidden: "the address leads to a network that the portal may not call",
  nonsense_reply: "the answer was not HTTP",
  secret_unreadable: "the secret cannot be read with the server's key",
  not_tried: "could not be sent in time",
  restored: "the database was restored from a back-up",
};

export const alerts: typeof alertsTexts = {
  title: ({ kind, name, detail }) =>
    ({
      door_not_relocked: `${name ?? "A door"} is not locked again`,
      controller_offline: `${name ?? "A controller"} is not answering`,
      restart_loop: `${name ?? "A controller"} keeps restarting`,
      clock_skew: `The clock of ${name ?? "a controller"} ${detail.lost ? "has been" : "is"} wrong`,
      hours_end: hoursEnd(name ?? "a controller", detail.days),
      certificate_ends: certificateEnd(name ?? "a controller", detail.days),
      portal_certificate: ownCertificateEnd(detail.days),
      revocation_pending: `A removal is waiting at ${name ?? "a controller"}`,
      pin_attempts: `Many PINs are being tried by ${name ?? "a system admin"}`,
      denial_burst: `Many refused passages at ${name ?? "a gate"}`,
      camera_copied: `The camera at ${name ?? "a gate"} has another gate's settings`,
      camera_worse: `The camera at ${name ?? "a gate"} reads worse`,
      log_flooded: `${name ?? "A controller"} logs more than the portal keeps`,
      backup_old: detail.copy
        ? "The back-up could not be put in S3"
        : detail.trouble
          ? "The night's back-up could not be made"
          : detail.never
            ? "No back-up has been made"
            : "The back-up is too old",
    })[kind],
  what: ({ kind, name, detail }, since) =>
    ({
      door_not_relocked: `${name ?? "The door"} was held unlocked until ${since} and has not been read as locked since. It may stand open to anybody.`,
      controller_offline: `The controller ${name ?? ""} has not done what it was asked since ${since}. Changes wait in the portal until it answers.`,
      restart_loop: `The controller ${name ?? ""} has restarted ${formatNumber(detail.count ?? 0)} times within an hour, the first time at ${since}. Between restarts codes work as usual; while it starts, no code opens.`,
      clock_skew: detail.lost
        ? `The clock of ${name ?? "the controller"} lost its time: events came with a time that is wrong by ${wrongBy(detail)}. The latest were read ${since} and stand in the log at that time, with a note. The doors open as usual, but codes are valid at the wrong times while the clock is wrong. The alert ends a day after the latest such event.`
        : `The clock of ${name ?? "the controller"} is ${wrongBy(detail)} ${detail.ahead ? "fast" : "slow"}; noticed ${since}. ${detail.seconds === undefined ? `The doors open as usual, but codes begin and end that much ${detail.ahead ? "too early" : "too late"}. The portal corrects the times in the log.` : "Nobody knows how old the camera's readings are, so the gate opens for hardly anybody. They stand in the log."}`,
      hours_end: `${hoursEnd(name ?? "the controller", detail.days)}. The portal writes schedules two years ahead and renews them each month, which has not worked for a long time. ${(detail.days ?? 0) < 0 ? "Nobody gets in by them. Everybody gets out." : "After that nobody gets in by them. Everybody gets out."}`,
      certificate_ends: `${certificateEnd(name ?? "the controller", detail.days)}. Doors and codes keep working: the portal recognises the controller by that very certificate. Browsers and other systems may refuse it.`,
      portal_certificate: `${ownCertificateEnd(detail.days)}. ${(detail.days ?? 0) < 0 ? "Browsers warn, and phones, cameras and other systems may refuse the portal." : "After that browsers warn, and phones, cameras and other systems may refuse the portal."} The doors work as usual.`,
      revocation_pending: `${removals(detail.count)} been waiting at ${name ?? "the controller"} since ${since}. Until then, whoever lost their access can still get in.`,
      pin_attempts: `Since ${since}, ${name ?? "a system admin"} has tried more PINs of their own at controllers shared with others than is allowed. The PINs were not looked at and nothing was saved.`,
      denial_burst: `${formatNumber(detail.count ?? 0)} passages were refused at ${name ?? "the gate"} within ${within(detail.minutes)}, with ${plates(detail.plates ?? 0)}. The first was at ${since}.`,
      camera_copied: `Since ${since}, the camera at ${name ?? "the gate"} sends its readings with the sign-in of ${detail.gate ?? "another gate"}. They are refused: they open no gate and are not in the log.`,
      camera_worse: `Of the readings at ${name ?? "the gate"}, ${formatNumber(detail.unread ?? 0)}% are unread and ${formatNumber(detail.unclear ?? 0)}% unclear, clearly more than before. It began ${since}. The gate opens as usual for the vehicles that are read correctly.`,
      log_flooded: `The controller ${name ?? ""} has logged more events than the portal keeps in a day. The limit was reached ${since}; what it logs after that is not in the portal's log until the day is over. The doors open as usual.`,
      backup_old:
        detail.copy && detail.trouble
          ? `No back-up could be put in S3 since ${since}. ${backups.troubles[detail.trouble]}`
          : detail.trouble
            ? `No back-up could be made since ${since}. ${backups.troubles[detail.trouble]}`
            : detail.never
              ? `The portal has been running since ${since} without any back-up.`
              : `The last back-up that could be read back is from ${since}.`,
    })[kind],
  todo: {
    door_not_relocked:
      "Lock the door on site, or get the controller to answer: the portal then locks it. Its state stands under Doors and gates.",
    controller_offline:
      "Check the controller's power, network and sign-in. The cause stands under Sync status, and the portal tries again automatically.",
    restart_loop:
      "Check the power supply and the cable of the controller, and whether its firmware has just been changed. Its log stands under Access logs.",
    clock_skew:
      "Set a time server (NTP) on the device's own page. The alert ends at the next contact with a right clock: at a gate, when the camera reads a plate.",
    hours_end:
      "Get the controller to answer, or resume it under Sync status. Then press Compare: the portal renews the hours, and the alert ends.",
    certificate_ends:
      "Make or install a new certificate on the controller's own page, and accept it in the controller's dialog under Controllers.",
    portal_certificate:
      "Renew the certificate and put the new files where TLS_CERT_FILE and TLS_KEY_FILE point. The portal takes them without a restart, and the alert then ends. The state stands under TLS on Operations.",
    revocation_pending:
      "Get the controller to answer, or close the door in another way until the removal is confirmed. The queue stands under Sync status.",
    pin_attempts:
      "Ask the administrator what is going on. If nobody owns up to it, end the account's sessions and change its password. Generated PINs can be saved all the time.",
    denial_burst: "See in Access logs whom it is about. It may be somebody trying, or an import that went wrong.",
    camera_copied:
      "Open the camera's own controller under Controllers and press Set up the camera: it then gets its own address and sign-in.",
    camera_worse:
      "Clean or re-aim the camera. The figures and the readings that nearly match stand under Unclear plates.",
    log_flooded:
      "See in Access logs which door repeats itself, and check its contact and its reader. If it is none of them, somebody may have taken over the unit: change its password.",
    backup_old:
      "Press Make a back-up now under Operations. It also says when the next is made, and why one could not be.",
  },
  clearedTitle: ({ kind, name }) =>
    ({
      door_not_relocked: `${name ?? "The door"} is locked again`,
      controller_offline: `${name ?? "The controller"} answers again`,
      restart_loop: `${name ?? "The controller"} no longer restarts`,
      clock_skew: `The clock of ${name ?? "the controller"} is right again`,
      hours_end: `The hours of ${name ?? "the controller"} are renewed`,
      certificate_ends: `The certificate of ${name ?? "the controller"} is renewed`,
      portal_certificate: "The portal's certificate is renewed",
      revocation_pending: `No removal is waiting any more at ${name ?? "the controller"}`,
      pin_attempts: `${name ?? "The system admin"} no longer tries too many PINs`,
      denial_burst: `Calm again at ${name ?? "the gate"}`,
      camera_copied: `The camera at ${name ?? "the gate"} no longer uses another gate's sign-in`,
      camera_worse: `The camera at ${name ?? "the gate"} reads as before`,
      log_flooded: `All that ${name ?? "the controller"} logs is kept again`,
      backup_old: "There is a new back-up",
    })[kind],
  heading: "Alerts",
  none: "No alerts. All that the portal watches is as it should be.",
  failed: "The alerts could not be fetched. Try again in a while.",
  list: "Alerts that stand",
  since: "Began",
  nobody: "Nobody gets the alerts: no system admin has chosen email and no webhook is active.",
  mailOff: "SMTP_URL is not set, so alerts by email wait in the queue.",

  test: "Send a test alert",
  testing: "Sending...",
  tested: (letters, posts) =>
    `Test alert on its way: ${formatNumber(letters)} by email, ${formatNumber(posts)} to webhooks.`,
  testedNobody: "The test alert has no receiver. Choose somebody under Alert settings.",

  settings: "Alert settings",
  settingsHelp: "Leave a field empty if you do not want that alert.",
  limits: "Limits",
  always:
    "Always alerts: a door that is not locked again, many PINs being tried, and a camera with another gate's settings.",
  offline: "Alert when a controller has not answered for … minutes",
  revocation: "Alert when a removed code or vehicle still works after … minutes",
  denials: "Alert when … passages are refused at one gate",
  denialMinutes: "Count the refused passages over … minutes",
  clockSkew: "Alert when a controller's clock is wrong by more than … seconds",
  restarts: "Alert when a controller restarts … times in an hour",
  certificate: "Alert … days before a certificate ends",
  camera: "Alert when a camera reads worse and misses at least … per cent",
  backup: "Alert when the back-up is older than … hours",
  repeat: "Remind every … hours",
  minutes: "minutes",
  hours: "hours",
  seconds: "seconds",
  times: "times",
  days: "days",
  percent: "per cent",
  passages: "passages",
  range: (min, max, unit) => `Between ${min} and ${max} ${unit}`,
  recipients: "Alerts by email to",
  saved: "The alert settings are saved",

  webhooks: "Webhooks",
  webhooksHelp:
    "Alerts are posted as JSON to the addresses here, signed so that the receiver can trust them. What is not taken is posted again for a day.",
  noWebhooks: "No webhooks yet.",
  webhookSwitch: (name) => `${name} gets alerts`,
  on: "Active",
  off: "Off",
  newSecret: (name) => `New secret for ${name}`,
  newSecretTitle: "Change the signing secret?",
  newSecretSentence: (name) => `${name} gets a new secret, which is shown once.`,
  newSecretConsequence:
    "Alerts are signed with the new one from the next on. The receiver refuses them until it has it.",
  newSecretConfirm: "Change secret",
  removeWebhook: (name) => `Remove ${name}`,
  removeTitle: "Remove webhook?",
  removeSentence: (name) => `${name} gets no more alerts.`,
  removeConsequence: "Alerts that wait to be posted there are gone. The secret cannot be brought back.",
  removed: "The webhook is removed",
  addHeading: "New webhook",
  webhookName: "Name",
  webhookUrl: "Address",
  webhookUrlHint: "https://, or http:// within the devices' networks. Not shown again as a whole.",
  addWebhook: "Add webhook",
  secretOnce: (name) => `Signing secret for ${name}. It is shown only now: copy it to the receiver.`,
  secret: "Secret",
  secretDone: "I have copied it",

  deliveries: (count) => `Latest deliveries (${formatNumber(count)})`,
  email: "Email",
  webhook: "Webhook",
  events: { raised: "alert", reminder: "reminder", cleared: "over", test: "test" },
  states: { queued: "Waiting", sent: "Sent", failed: "Failed" },
  attempts: (count) => (count === 1 ? "1 attempt" : `${formatNumber(count)} attempts`),
  cause: (code) => ownWord(causes, code) ?? (/^http_\d+$/.test(code) ? `the receiver answered ${code.slice(5)}` : code),
  givenUp: (count) =>
    count === 1
      ? "One delivery failed. The cause stands below."
      : `${formatNumber(count)} deliveries failed. The causes stand below.`,
};
