import { blobModel } from '@zing/blobs/mongo-store'
import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import { hourlyResultModel } from '@zing/kit/mongo/hourly-result'
import type { Connection } from 'mongoose'
import { banMatchModel } from './ban-match.ts'
import { banRecordModel } from './ban-record.ts'
import { doorModel } from './door.ts'
import { exportChunkModel, exportModel } from './export.ts'
import { hiddenPairModel } from './hidden-pair.ts'
import { invitationModel } from './invitation.ts'
import { passkeyModel } from './passkey.ts'
import { passkeyChallengeModel } from './passkey-challenge.ts'
import { pictureToSeeModel } from './picture-to-see.ts'
import { selfieModel } from './selfie.ts'
import { sessionModel } from './session.ts'
import { setupModel } from './setup.ts'
import { signUpsModel } from './sign-ups.ts'
import { spentProofModel } from './spent-proof.ts'
import { tombstoneModel } from './tombstone.ts'
import { userModel } from './user.ts'
import { verificationModel } from './verification.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    User: userModel(db),
    Selfie: selfieModel(db),
    Blob: blobModel(db),
    Session: sessionModel(db),
    Passkey: passkeyModel(db),
    PasskeyChallenge: passkeyChallengeModel(db),
    HiddenPair: hiddenPairModel(db),
    Export: exportModel(db),
    ExportChunk: exportChunkModel(db),
    Setup: setupModel(db),
    Tombstone: tombstoneModel(db),
    BanRecord: banRecordModel(db),
    BanMatch: banMatchModel(db),
    Verification: verificationModel(db),
    PictureToSee: pictureToSeeModel(db),
    Door: doorModel(db),
    SignUps: signUpsModel(db),
    SpentProof: spentProofModel(db),
    Invitation: invitationModel(db),
    DailyUsage: dailyUsageModel(db),
    HourlyResult: hourlyResultModel(db),
  }
}
