import type { EvidenceMessage, EvidenceProfile, ReportCategory } from '@zing/proto/moderation'
import type { Ctx } from '../context.ts'
import type { ChainEntry } from '../models/chain.ts'
import { append, sha256 } from './hash-chain.ts'
import type { Taken } from './take-evidence.ts'

/** Evidence as it is stored, in JSON. */
export interface EvidenceContent {
  reportId: number
  reporterId: number
  userId: number
  category: ReportCategory
  text: string | null
  takenAt: string
  profile: EvidenceProfile
  photoSha256: string | null
  messages: EvidenceMessage[]
}

export interface EvidenceView extends EvidenceContent {
  /** Of its entry in the chain. */
  hash: string
}

type Reported = Pick<EvidenceContent, 'reportId' | 'reporterId' | 'userId' | 'category' | 'text'>

/** Stores evidence and seals it in the chain. The report, which makes it visible to moderators, is stored after it. */
export async function storeEvidence(
  { models }: Ctx,
  reported: Reported,
  { takenAt, profile, photo, messages }: Taken,
  epoch: number,
): Promise<void> {
  const content: EvidenceContent = {
    ...reported,
    takenAt: takenAt.toISOString(),
    profile,
    photoSha256: photo && sha256(photo),
    messages,
  }
  const json = JSON.stringify(content)
  const { reportId } = reported
  await models.Evidence.create({ _id: reportId, json, photo, createdAt: new Date(), epoch })
  await append(models.EvidenceChain, { entryId: String(reportId), at: takenAt, content: sha256(json) })
}

/** The evidence of these reports, by report id, without photos. */
export async function findEvidence({ models }: Ctx, reportIds: number[]): Promise<Map<number, EvidenceView>> {
  const entryIds = reportIds.map(String)
  const [stored, entries] = await Promise.all([
    models.Evidence.find({ _id: { $in: reportIds } }, { json: 1 }).lean(),
    models.EvidenceChain.find({ entryId: { $in: entryIds } }, { entryId: 1, hash: 1 }).lean<
      Pick<ChainEntry, 'entryId' | 'hash'>[]
    >(),
  ])
  const hashes = new Map(entries.map(({ entryId, hash }) => [entryId, hash]))
  return new Map(
    stored.map(({ _id, json }) => {
      const content = JSON.parse(json) as EvidenceContent // written by storeEvidence
      return [_id, { ...content, hash: hashes.get(String(_id)) ?? '' }]
    }),
  )
}

/** Of a report that was refused: its evidence must not stay. The chain keeps the digest. */
export async function deleteEvidence({ models, log }: Ctx, reportId: number): Promise<void> {
  await models.Evidence.deleteOne({ _id: reportId }).catch((err) => log.warn({ err, reportId }, 'evidence not deleted'))
}

/** What is wrong with the evidence that an entry of the chain seals; null also for evidence that was deleted on purpose. */
export async function evidenceFault({ models }: Pick<Ctx, 'models'>, entry: ChainEntry): Promise<string | null> {
  const evidence = await models.Evidence.findById(Number(entry.entryId)).lean()
  if (!evidence) return null
  if (sha256(evidence.json) !== entry.content) return `the evidence of report ${entry.entryId} has been changed`
  const { photoSha256 } = JSON.parse(evidence.json) as EvidenceContent // its digest is right
  const photo = evidence.photo && toBuffer(evidence.photo)
  const digest = photo ? sha256(photo) : null
  return digest === photoSha256 ? null : `the photo of report ${entry.entryId} has been changed`
}

/** Lean reads return the driver's Binary, which wraps the bytes. */
export function toBuffer(photo: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(photo) ? photo : Buffer.from(photo.buffer)
}
