// English: one catalogue for each of ../*.ts, of the same shape, under the same name. Types are all it takes from the
// Swedish files, so that the chunk holds no Swedish.
import { enGB } from "date-fns/locale/en-GB";
import type { LanguagePack } from "../language.ts";
import { accessLogs } from "./access-logs.ts";
import { accessPoints } from "./access-points.ts";
import { administrators } from "./administrators.ts";
import { audit } from "./audit.ts";
import { auditSentences } from "./audit-sentences.ts";
import { auth } from "./auth.ts";
import { controllers } from "./controllers.ts";
import { endUsers, validity } from "./end-users.ts";
import { errors } from "./errors.ts";
import { firstAdmin } from "./first-admin.ts";
import { frame } from "./frame.ts";
import { invitation } from "./invitation.ts";
import { organizations } from "./organizations.ts";
import { overview } from "./overview.ts";
import { period } from "./period.ts";
import { permissions } from "./permissions.ts";
import { prove } from "./prove.ts";
import { sentences } from "./sentences.ts";
import { serverCodes } from "./server-codes.ts";
import { copies, helps, syncStatus, troubles } from "./sync-status.ts";
import { titles } from "./titles.ts";
import { vehicleImport } from "./vehicle-import.ts";
import { webhook } from "./webhook.ts";
import { words } from "./words.ts";

export const english: LanguagePack = {
  dateLocale: enGB,
  catalogues: {
    "access-logs": accessLogs,
    "access-points": accessPoints,
    administrators,
    audit,
    "audit-sentences": auditSentences,
    auth,
    "controller-helps": helps,
    "controller-troubles": troubles,
    controllers,
    "copy-troubles": copies,
    "end-users": endUsers,
    errors,
    "first-admin": firstAdmin,
    frame,
    invitation,
    organizations,
    overview,
    period,
    permissions,
    prove,
    sentences,
    "server-codes": serverCodes,
    "sync-status": syncStatus,
    titles,
    validity,
    "vehicle-import": vehicleImport,
    webhook,
    words,
  },
};
