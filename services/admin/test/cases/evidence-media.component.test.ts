import { getEvidenceMedia } from '@zing/proto/http/staff/moderation'
import { EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/audit/hash-chain.ts'
import { deleteOrphans } from '../../src/deletion/maintenance.ts'
import { evidenceFault } from '../../src/evidence/evidence-store.ts'
import { deleteOldEvidence } from '../../src/evidence/retention.ts'
import { createModels } from '../../src/models/models.ts'
import { photoOf, talk } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, caseOf, cases, view, decided, auditEntries, outboxesEmpty, conversations, media, db, background } =
  moderation
const moderator = newUser({ role: 'moderator' })
const models = createModels(db)
type User = ReturnType<typeof newUser>

const photo = photoOf(3_000)
const sound = photoOf(2_000)
let lastMediaId = 0

/** A report with a marked photo, a marked recording, and a marked photo that is gone already. */
async function newReport() {
  const [ada, ben] = [newUser(), newUser()]
  const [photoId, soundId, goneId] = [lastMediaId + 1, lastMediaId + 2, lastMediaId + 3]
  lastMediaId += 3
  const messages = talk(ada.id, ben.id, 4).map((message, index) => {
    const shown = [
      { id: photoId, kind: 'photo' },
      { id: soundId, kind: 'voice' },
      { id: goneId, kind: 'photo' },
    ] as const
    const own = shown[index]
    return own ? { ...message, media: own } : message
  })
  conversations.set(`${ada.id}:${ben.id}`, messages)
  media.set(photoId, { bytes: photo, mimeType: 'image/jpeg', partBytes: 1_000 })
  media.set(soundId, { bytes: sound, mimeType: 'audio/webm', partBytes: 5_000 })
  const { status, body } = await ada.report(ben, { messageIds: messages.slice(0, 3).map(({ id }) => id) })
  expect(status).toBe(201)
  return { reportId: body.id, ben, caseId: await caseOf(ben), photoId, soundId, goneId }
}

const fetched = async (user: User, id: number, mediaId: number) => {
  const response = await user.fetch(getEvidenceMedia, { id, mediaId })
  const type = response.headers.get('content-type')
  return [response.status, type, sha256(Buffer.from(await response.arrayBuffer()))]
}
const copies = (reportId: number) => models.EvidenceMedia.countDocuments({ reportId })

test('SEC-133 moderators see marked media after the messages are gone (10.media.evidence)', async () => {
  const { caseId, photoId, soundId, goneId } = await newReport()
  for (const id of [photoId, soundId]) media.delete(id) // chat has erased them since
  const [report] = (await view(moderator, caseId)).body.reports
  expect(report?.evidence.messages.map((message) => message.media)).toEqual([
    { kind: 'photo', path: `/api/moderation/cases/${caseId}/media/${photoId}` },
    { kind: 'voice', path: `/api/moderation/cases/${caseId}/media/${soundId}` },
    undefined,
    undefined,
  ])
  expect(await fetched(moderator, caseId, photoId)).toEqual([200, 'image/jpeg', sha256(photo)])
  expect(await fetched(moderator, caseId, soundId)).toEqual([200, 'audio/webm', sha256(sound)])
  expect((await auditEntries()).filter(({ actorId }) => actorId === moderator.id)).toMatchObject([
    { action: 'case.viewed', caseId },
  ])
  const shown = await moderator.fetch(getEvidenceMedia, { id: caseId, mediaId: photoId })
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')

  const other = await newReport()
  for (const mediaId of [goneId, other.photoId, 999_999])
    expect((await fetched(moderator, caseId, mediaId))[0]).toBe(404)
  expect((await fetched(newUser(), caseId, photoId))[0]).toBe(403)
})

test('when a player asks for a part of a sealed recording, it gets that part (10.media.evidence)', async () => {
  const { caseId, soundId } = await newReport()
  const part = async (range: string) => {
    const response = await moderator.fetch(getEvidenceMedia, { id: caseId, mediaId: soundId }, { headers: { range } })
    const { status, headers } = response
    return [status, headers.get('content-range'), sha256(Buffer.from(await response.arrayBuffer()))]
  }
  const size = sound.length
  expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, sha256(sound.subarray(0, 2))])
  expect(await part('bytes=9-')).toEqual([206, `bytes 9-${size - 1}/${size}`, sha256(sound.subarray(9))])
  expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
})

test('SEC-133 a changed or missing copy of a medium is found', async () => {
  const { reportId, photoId } = await newReport()
  const stored = await models.Evidence.findById(reportId).lean()
  const report = { id: reportId, evidenceHash: sha256(stored?.json ?? '') }
  expect(await evidenceFault({ models }, report)).toBeNull()
  const _id = `${reportId}:${photoId}`
  await models.EvidenceMedia.updateOne({ _id }, { $set: { bytes: Buffer.from('other') } })
  expect(await evidenceFault({ models }, report)).toContain('has been changed')
  await models.EvidenceMedia.deleteOne({ _id })
  expect(await evidenceFault({ models }, report)).toContain('has been changed')
})

test('copies of media end with their evidence, and so do copies that a crash has left (10.media.evidence)', async () => {
  const [ended, kept] = [await newReport(), await newReport()]
  await decided(moderator, ended.caseId, { action: 'warn', reason: 'hate' })
  await cases.updateOne({ _id: ended.caseId }, { $set: { closedAt: new Date(Date.now() - EVIDENCE_KEPT_MS - 1) } })
  await outboxesEmpty()
  await deleteOldEvidence(background, new Date())
  expect([await copies(ended.reportId), await copies(kept.reportId)]).toEqual([0, 2])
  expect((await fetched(moderator, ended.caseId, ended.photoId))[0]).toBe(404)

  const crashed = { _id: 900_001, json: '{}', otherPhotos: [], createdAt: new Date(0), epoch: 0 }
  await models.Evidence.create(crashed)
  await models.EvidenceMedia.create({ _id: '900001:1', reportId: 900_001, bytes: Buffer.from('x'), epoch: 0 })
  await deleteOrphans(models)
  expect([await copies(900_001), await copies(kept.reportId)]).toEqual([0, 2])
})
