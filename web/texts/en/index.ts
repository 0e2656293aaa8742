// A catalogue for each of ../*.ts. Imports only types from the Swedish files, to keep Swedish out of the chunk.
import type { LanguagePack } from "../language.ts";
import { accessLogs } from "./access-logs.ts";
import { accessPoints } from "./access-points.ts";
import { account } from "./account.ts";
import { administrators } from "./administrators.ts";
import { alerts } from "./alerts.ts";
import { audit } from "./audit.ts";
import { auditSentences } from "./audit-sentences.ts";
import { auth, providers } from "./auth.ts";
import { bulkPeople } from "./bulk-people.ts";
import { controllerDelete } from "./controller-delete.ts";
import { controllerDialog } from "./controller-dialog.ts";
import { controllerExamination } from "./controller-examination.ts";
import { controllerOperations } from "./controller-operations.ts";
import { controllerOrganizations } from "./controller-organizations.ts";
import { controllerSetup } from "./controller-setup.ts";
import { controllerUsers } from "./controller-users.ts";
import { controllers } from "./controllers.ts";
import { credentialAnswer } from "./credential-answer.ts";
import { deviceCertificate } from "./device-certificate.ts";
import { deviceWarnings } from "./device-warnings.ts";
import { doorLog } from "./door-log.ts";
import { doorOrder } from "./door-order.ts";
import { doorPin } from "./door-pin.ts";
import { doorReasons } from "./door-reasons.ts";
import { doorSync } from "./door-sync.ts";
import { doors } from "./doors.ts";
import { errors } from "./errors.ts";
import { firstAdmin } from "./first-admin.ts";
import { firstSteps } from "./first-steps.ts";
import { forms } from "./forms.ts";
import { frame } from "./frame.ts";
import { frameFigures } from "./frame-figures.ts";
import { gateExplanation } from "./gate-explanation.ts";
import { gateFix } from "./gate-fix.ts";
import { gateWebhook } from "./gate-webhook.ts";
import { handover } from "./handover.ts";
import { installationWebhook } from "./installation-webhook.ts";
import { invitation } from "./invitation.ts";
import { live } from "./live.ts";
import { lpv } from "./lpv.ts";
import { navigation } from "./navigation.ts";
import { nearMisses } from "./near-misses.ts";
import { operations } from "./operations.ts";
import { organizations } from "./organizations.ts";
import { overview } from "./overview.ts";
import { palette } from "./palette.ts";
import { passageExplanation } from "./passage-explanation.ts";
import { passageFix } from "./passage-fix.ts";
import { passageImage } from "./passage-image.ts";
import { people, validity } from "./people.ts";
import { period } from "./period.ts";
import { permissions } from "./permissions.ts";
import { personDataPage } from "./person-data-page.ts";
import { personDialog } from "./person-dialog.ts";
import { pinAlone } from "./pin-alone.ts";
import { privacy } from "./privacy.ts";
import { reAuthentication } from "./re-authentication.ts";
import { rebuildAndRetire } from "./rebuild-and-retire.ts";
import { refusedCalls } from "./refused-calls.ts";
import { relay } from "./relay.ts";
import { secondFactor } from "./second-factor.ts";
import { copies, helps, syncStatus, troubles } from "./sync-status.ts";
import { titles } from "./titles.ts";
import { vehicleImport } from "./vehicle-import.ts";
import { weeklyCodeButtons } from "./weekly-code-buttons.ts";
import { weeklyCodes } from "./weekly-codes.ts";
import { words } from "./words.ts";

export const english: LanguagePack = {
  forms,
  catalogues: {
    "access-logs": accessLogs,
    "access-points": accessPoints,
    account,
    administrators,
    alerts,
    audit,
    "audit-sentences": auditSentences,
    auth,
    "auth-providers": providers,
    "bulk-people": bulkPeople,
    "controller-dialog": controllerDialog,
    "controller-examination": controllerExamination,
    "controller-helps": helps,
    "controller-operations": controllerOperations,
    "controller-organizations": controllerOrganizations,
    "controller-delete": controllerDelete,
    "controller-setup": controllerSetup,
    "controller-troubles": troubles,
    "controller-users": controllerUsers,
    controllers,
    "device-warnings": deviceWarnings,
    "refused-calls": refusedCalls,
    "rebuild-and-retire": rebuildAndRetire,
    "credential-answer": credentialAnswer,
    "replica-troubles": copies,
    "device-certificate": deviceCertificate,
    "door-log": doorLog,
    "door-order": doorOrder,
    "door-pin": doorPin,
    live,
    lpv,
    relay,
    "door-reasons": doorReasons,
    doors,
    "door-sync": doorSync,
    errors,
    "first-admin": firstAdmin,
    "first-steps": firstSteps,
    frame,
    "frame-figures": frameFigures,
    navigation,
    palette,
    "gate-explanation": gateExplanation,
    "gate-fix": gateFix,
    "gate-webhook": gateWebhook,
    "installation-webhook": installationWebhook,
    invitation,
    "near-misses": nearMisses,
    operations,
    organizations,
    overview,
    "passage-explanation": passageExplanation,
    "passage-fix": passageFix,
    "passage-image": passageImage,
    people,
    period,
    permissions,
    "person-dialog": personDialog,
    handover,
    "person-data-page": personDataPage,
    "pin-alone": pinAlone,
    privacy,
    "re-authentication": reAuthentication,
    "second-factor": secondFactor,
    "sync-status": syncStatus,
    titles,
    validity,
    "vehicle-import": vehicleImport,
    "weekly-code-buttons": weeklyCodeButtons,
    "weekly-codes": weeklyCodes,
    words,
  },
};
