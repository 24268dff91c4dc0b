import { toBuffer } from '@zing/kit/mongo/to-buffer'
import type { CaseCategory } from '@zing/proto/moderation/categories'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation/evidence'
import { sha256 } from '../audit/hash-chain.ts'
import type { Ctx } from '../context.ts'
import type { StoredReport } from '../models/case-parts.ts'
import type { Taken } from './take-evidence.ts'

/** Evidence as it is stored, in JSON. */
export interface EvidenceContent {
  reportId: number
  reporterId: number
  userId: number
  category: CaseCategory
  text: string | null
  takenAt: string
  profile: EvidenceProfile
  photoSha256: string | null
  /** The photos besides the selfie. */
  otherPhotos: { version: number; sha256: string }[]
  messages: EvidenceMessage[]
}

export interface EvidenceView extends EvidenceContent {
  /** SHA-256 of the stored JSON. */
  hash: string
}

type Reported = Pick<EvidenceContent, 'reportId' | 'reporterId' | 'userId' | 'category' | 'text'>

/**
 * Stores evidence and returns its hash for the report. The report is stored next, and makes the evidence visible to
 * moderators.
 */
export async function storeEvidence(
  { models }: Ctx,
  reported: Reported,
  { takenAt, profile, photo, otherPhotos, messages }: Taken,
  epoch: number,
): Promise<string> {
  const content: EvidenceContent = {
    ...reported,
    takenAt: takenAt.toISOString(),
    profile,
    photoSha256: photo && sha256(photo),
    otherPhotos: otherPhotos.map(({ version, jpeg }) => ({ version, sha256: sha256(jpeg) })),
    messages,
  }
  const json = JSON.stringify(content)
  const { reportId } = reported
  const jpegs = otherPhotos.map(({ jpeg }) => jpeg)
  await models.Evidence.create({ _id: reportId, json, photo, otherPhotos: jpegs, createdAt: new Date(), epoch })
  return sha256(json)
}

/** The evidence of these reports, by report id, without photos. */
export async function findEvidence({ models }: Ctx, reportIds: number[]): Promise<Map<number, EvidenceView>> {
  const stored = await models.Evidence.find({ _id: { $in: reportIds } }, { json: 1 }).lean()
  return new Map(
    stored.map(({ _id, json }) => {
      const content = JSON.parse(json) as EvidenceContent // written by storeEvidence
      return [_id, { ...content, hash: sha256(json) }]
    }),
  )
}

/** The selfie of a report's evidence, or its photo of this version; null if there is none. */
export async function findEvidencePhoto(
  { models }: Ctx,
  reportId: number,
  version: number | undefined,
): Promise<Buffer | null> {
  if (version === undefined) {
    const evidence = await models.Evidence.findById(reportId, { photo: 1 }).lean()
    return evidence?.photo ? toBuffer(evidence.photo) : null
  }
  const evidence = await models.Evidence.findById(reportId, { json: 1, otherPhotos: 1 }).lean()
  if (!evidence) return null
  const { otherPhotos } = JSON.parse(evidence.json) as EvidenceContent // written by storeEvidence
  const jpeg = evidence.otherPhotos[otherPhotos.findIndex((photo) => photo.version === version)]
  return jpeg ? toBuffer(jpeg) : null
}

/** Deletes the evidence of a refused report. */
export async function deleteEvidence({ models, log }: Ctx, reportId: number): Promise<void> {
  await models.Evidence.deleteOne({ _id: reportId }).catch((err) => log.warn({ err, reportId }, 'evidence not deleted'))
}

/** Describes the fault of a report's evidence; null for intact evidence. */
export async function evidenceFault(
  { models }: Pick<Ctx, 'models'>,
  { id, evidenceHash }: Pick<StoredReport, 'id' | 'evidenceHash'>,
): Promise<string | null> {
  const evidence = await models.Evidence.findById(id).lean()
  if (!evidence) return `the evidence of report ${id} is missing`
  if (sha256(evidence.json) !== evidenceHash) return `the evidence of report ${id} has been changed`
  const { photoSha256, otherPhotos } = JSON.parse(evidence.json) as EvidenceContent // its digest is right
  const photo = evidence.photo && toBuffer(evidence.photo)
  const digests = [photo ? sha256(photo) : null, ...evidence.otherPhotos.map((jpeg) => sha256(toBuffer(jpeg)))]
  const sealed = [photoSha256, ...otherPhotos.map((other) => other.sha256)]
  const isSealed = digests.length === sealed.length && digests.every((digest, index) => digest === sealed[index])
  return isSealed ? null : `a photo of report ${id} has been changed`
}
