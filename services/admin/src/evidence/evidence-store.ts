import { toBuffer } from '@zing/kit/mongo/to-buffer'
import type { CaseCategory } from '@zing/proto/moderation/categories'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation/evidence'
import { sha256 } from '../audit/hash-chain.ts'
import type { Ctx } from '../context.ts'
import type { StoredReport } from '../models/case.ts'
import type { Models } from '../models/models.ts'
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
  /** Media of marked messages; missing in older evidence. */
  media?: SealedMedia[]
}

export interface SealedMedia {
  id: number
  mimeType: string
  sha256: string
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
  { takenAt, profile, photo, otherPhotos, messages, media }: Taken,
  epoch: number,
): Promise<string> {
  const content: EvidenceContent = {
    ...reported,
    takenAt: takenAt.toISOString(),
    profile,
    photoSha256: photo && sha256(photo),
    otherPhotos: otherPhotos.map(({ version, jpeg }) => ({ version, sha256: sha256(jpeg) })),
    messages,
    media: media.map(({ id, mimeType, bytes }) => ({ id, mimeType, sha256: sha256(bytes) })),
  }
  const json = JSON.stringify(content)
  const { reportId } = reported
  const jpegs = otherPhotos.map(({ jpeg }) => jpeg)
  await models.Evidence.create({ _id: reportId, json, photo, otherPhotos: jpegs, createdAt: new Date(), epoch })
  for (const { id, bytes } of media)
    await models.EvidenceMedia.create({ _id: mediaIdOf(reportId, id), reportId, bytes, epoch })
  return sha256(json)
}

/** The evidence of these reports, by report id, without photos. */
export async function findEvidence({ models }: Ctx, reportIds: number[]): Promise<Map<number, EvidenceView>> {
  const stored = await models.Evidence.find({ _id: { $in: reportIds } }, { json: 1 }).lean()
  return new Map(
    stored.map(({ _id, json }) => {
      const content = JSON.parse(json) as EvidenceContent // written by storeEvidence
      return [_id, { ...content, messages: content.messages.map(withSealed(content)), hash: sha256(json) }]
    }),
  )
}

/** A medium that was gone before the report has no copy. */
function withSealed({ media = [] }: EvidenceContent) {
  const sealed = new Set(media.map(({ id }) => id))
  return ({ media: shown, ...message }: EvidenceMessage): EvidenceMessage =>
    shown && sealed.has(shown.id) ? { ...message, media: shown } : message
}

/** The medium of a marked message in the evidence of one of these reports; null if there is none. */
export async function findEvidenceMedia(
  { models }: Ctx,
  reportIds: number[],
  mediaId: number,
): Promise<(SealedMedia & { bytes: Buffer }) | null> {
  const ids = reportIds.map((reportId) => mediaIdOf(reportId, mediaId))
  const copy = await models.EvidenceMedia.findOne({ _id: { $in: ids } }).lean()
  const evidence = copy && (await models.Evidence.findById(copy.reportId, { json: 1 }).lean())
  if (!evidence) return null
  const { media = [] } = JSON.parse(evidence.json) as EvidenceContent // written by storeEvidence
  const sealed = media.find(({ id }) => id === mediaId)
  return sealed ? { ...sealed, bytes: toBuffer(copy.bytes) } : null
}

function mediaIdOf(reportId: number, mediaId: number): string {
  return `${reportId}:${mediaId}`
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
  await deleteEvidenceOf(models, [reportId]).catch((err) => log.warn({ err, reportId }, 'evidence not deleted'))
}

/** Deletes the evidence of reports, media first: what a crash leaves is found by the evidence. Returns how many. */
export async function deleteEvidenceOf(
  { Evidence, EvidenceMedia }: Pick<Models, 'Evidence' | 'EvidenceMedia'>,
  reportIds: number[],
): Promise<number> {
  await EvidenceMedia.deleteMany({ reportId: { $in: reportIds } })
  return (await Evidence.deleteMany({ _id: { $in: reportIds } })).deletedCount
}

/** Describes the fault of a report's evidence; null for intact evidence. */
export async function evidenceFault(
  { models }: Pick<Ctx, 'models'>,
  { id, evidenceHash }: Pick<StoredReport, 'id' | 'evidenceHash'>,
): Promise<string | null> {
  const evidence = await models.Evidence.findById(id).lean()
  if (!evidence) return `the evidence of report ${id} is missing`
  if (sha256(evidence.json) !== evidenceHash) return `the evidence of report ${id} has been changed`
  const { photoSha256, otherPhotos, media = [] } = JSON.parse(evidence.json) as EvidenceContent // its digest is right
  const photo = evidence.photo && toBuffer(evidence.photo)
  const digests = [photo ? sha256(photo) : null, ...evidence.otherPhotos.map((jpeg) => sha256(toBuffer(jpeg)))]
  const sealed = [photoSha256, ...otherPhotos.map((other) => other.sha256)]
  const isSealed = digests.length === sealed.length && digests.every((digest, index) => digest === sealed[index])
  if (!isSealed) return `a photo of report ${id} has been changed`
  const copies = await models.EvidenceMedia.find({ reportId: id }).lean()
  const copied = new Map(copies.map(({ _id, bytes }) => [_id, sha256(toBuffer(bytes))]))
  const areSealed = media.every((one) => copied.get(mediaIdOf(id, one.id)) === one.sha256)
  return areSealed ? null : `a medium of report ${id} has been changed`
}
