import { hourlyResultModel } from '@zing/kit/mongo/hourly-result'
import type { Connection } from 'mongoose'
import { adminSessionModel } from './admin-session.ts'
import { backupModel } from './backup.ts'
import { caseModel } from './case.ts'
import { auditHeadModel, auditModel } from './chain.ts'
import { evidenceModel } from './evidence.ts'
import { evidenceMediaModel } from './evidence-media.ts'
import { heldClaimModel } from './held-claim.ts'
import { logoModel } from './logo.ts'
import { pinModel } from './pin.ts'
import { reporterModel } from './reporter.ts'
import { resetModel } from './reset.ts'
import { settingsModel } from './settings.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    Pin: pinModel(db),
    AdminSession: adminSessionModel(db),
    Reset: resetModel(db),
    Case: caseModel(db),
    Evidence: evidenceModel(db),
    EvidenceMedia: evidenceMediaModel(db),
    Reporter: reporterModel(db),
    HeldClaim: heldClaimModel(db),
    Audit: auditModel(db),
    AuditHead: auditHeadModel(db),
    Settings: settingsModel(db),
    Logo: logoModel(db),
    HourlyResult: hourlyResultModel(db),
    Backup: backupModel(db),
  }
}
