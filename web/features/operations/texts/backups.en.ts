import { BACKUPS_KEPT } from "#contract/backups.ts";
import { englishRestoreTroubles } from "#contract/restores.ts";
import { counted } from "#web/texts/counted.ts";
import type { backupsTexts } from "./backups.sv.ts";

const { days, weeks, months } = BACKUPS_KEPT;

export const backups: typeof backupsTexts = {
  title: "Back-ups",
  nightly: (at) =>
    `Made every night at ${at} and read back at once. ${days} days, ${weeks} weeks and ${months} months are kept.`,
  notNightly: "None is made automatically, since BACKUP_AT is off.",
  failed: "The back-ups could not be fetched.",
  make: "Make a back-up now",
  making: "A back-up is being made.",
  already: "A back-up is being made already",
  made: "The back-up is made and read back",

  newest: "Latest",
  next: "Next",
  none: "None",
  saved: "Kept",
  savedAre: (count, size) => `${counted(count, "back-up", "back-ups")}, ${size}`,
  empty: "No back-ups yet.",
  list: "Back-ups",
  more: (count) => `Show ${count} more`,

  kinds: {
    nightly: "Nightly",
    manual: "Made from here",
    console: "From the server's console",
    update: "Before an update",
    found: "Found among the files",
  },
  by: (name) => `Made by ${name}`,
  version: (version) => `version ${version}`,
  holds: (people, doors) =>
    `${counted(people, "person", "people")}, ${counted(doors, "door or gate", "doors and gates")}`,
  size: "Size",

  queued: "Waiting its turn",
  writing: (share) => `Writing, ${share}`,
  reading: "Reading back",
  notMade: "Could not be made",
  unreadable: "Cannot be read",
  verified: "Verified",
  unverified: "Not verified",
  elsewhere: "Not in the folder of this server",
  copied: "Copy in S3",
  onlyCopied: "Only in S3",
  copying: "Being copied to S3",
  notCopied: "No copy in S3.",

  download: "Download",
  downloadIt: (when) => `Download the back-up of ${when}`,
  verify: "Verify",
  verifyIt: (when) => `Verify the back-up of ${when}`,
  verifying: "The file is being read back",

  restore: "Restore",
  restoreIt: (when) => `Restore the back-up of ${when}`,
  restoreUnverified: "Verify the file first",
  restoreAsk: (when) => `Restore the back-up of ${when}?`,
  restoreSentence: "Everything in the portal becomes what it was then. What is there now is backed up first.",
  restoreConsequences: [
    "Everybody is signed out, you too.",
    "Nothing is sent to the doors and no gate opens until you have gone through the differences here in Operations. Until then the doors go on with the codes that they have.",
  ],
  restoreOlder: "The file is of an older version, and is upgraded as it is loaded.",
  restoreAgree: (when) => `I understand that changes after ${when} are lost`,
  restoreAgreeFirst: "Tick the box first. Nothing has been changed.",
  restoreBegins: "Beginning...",
  inFile: "In the file",
  now: "Now",
  moment: "Time",
  portalVersion: "Version",
  people: "People",
  doors: "Doors and gates",
  unknown: "Unknown",
  restoreSteps: {
    queued: () => "The restore waits its turn.",
    checking: () => "Restoring: reading the file through.",
    saving: () => "Restoring: backing up what is there now.",
    loading: (share) => `Restoring: loading the file, ${share}.`,
    replacing: () => "Restoring: changing databases.",
  },
  restoreStays: "Everything is as before until it is done. Then everybody is signed out.",
  notRestored: "Nothing was restored.",

  sameDisk: (folder) =>
    `The back-ups are in ${folder}, on the same disk as the database. If the disk breaks, both are gone: set BACKUP_DIR to another disk, or download a back-up now and then.`,
  copies: (place) => `Each back-up is also put in ${place} and read back from there.`,
  keys: "Without the keys no back-up can be restored. Keep backup.key and secret.key, or PORTAL_BACKUP_KEY and PORTAL_SECRET_KEY, in another place than the back-ups.",
  restoreTroubles: englishRestoreTroubles,
  troubles: {
    disk_full:
      "The disk became full. Older back-ups are kept. Free some space, or choose another folder with BACKUP_DIR.",
    folder_read_only:
      "The folder cannot be written in. Older back-ups are kept. Let the portal's account write there, or choose another folder with BACKUP_DIR.",
    folder_missing:
      "The folder does not exist and could not be made. Nothing was changed. Correct BACKUP_DIR or connect the disk.",
    file_missing: "The file is not in the folder. Nothing was changed. Put it back, or make a new back-up.",
    cut_short: "The file ends too early and cannot be restored. It is left. Make a new back-up and check the disk.",
    damaged: "The file is damaged and cannot be restored. It is left. Make a new back-up and check the disk.",
    wrong_key:
      "The file was made with another key. It is left. Set PORTAL_BACKUP_KEY, or put backup.key back in the data folder.",
    newer_format: "The file was made by a newer version of the portal. It is left. Update the portal to read it.",
    s3_refused:
      "S3 did not accept the login. The file in the folder is kept. Correct BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or let them list, read, write and delete.",
    s3_clock:
      "S3 says that the server's clock is wrong. The file in the folder is kept. Set the clock, and it is tried again within an hour.",
    s3_missing: "The bucket does not exist in S3. The file in the folder is kept. Make it, or correct BACKUP_S3_URL.",
    s3_region: "The bucket is in another region. The file in the folder is kept. Correct BACKUP_S3_REGION.",
    s3_full: "The storage in S3 is full. The file in the folder is kept. Free or order some space.",
    s3_busy: "S3 is overloaded. The file in the folder is kept. It is tried again within an hour.",
    s3_unreachable:
      "S3 does not answer, or broke the connection. The file in the folder is kept. Check the network and BACKUP_S3_URL. It is tried again within an hour.",
    interrupted: "The server stopped before the back-up was whole. Older back-ups are kept. Make a new one.",
    unexpected: "The back-up could not be made or read. Older back-ups are kept. The cause is in the server's log.",
  },
};
