import { errors } from '@zing/proto/errors'
import { getEvidencePhoto, undoDecision } from '@zing/proto/http/staff/moderation'
import { FLAGGED_PHOTOS_MAX } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { caseClosed, caseOpened, sanctionImposed } from '@zing/proto/nats/events'
import { getModerationPage, reportPhoto } from '@zing/proto/nats/rpc/admin'
import { request } from '@zing/testing/request'
import { expect, test } from 'vitest'
import { photoOf } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { auth, users, newUser, caseOf, cases, evidence, resets, decided, view, events, outboxesEmpty } = moderation
const mia = newUser({ role: 'moderator' })
const SELFIE = 1

function flag({ id: userId }: { id: number }, photoVersion: number, epoch = 0) {
  return request(auth, reportPhoto, { userId, photoVersion, nakedness: 0.9, epoch })
}

const newUserWithPhotos = (...versions: number[]) =>
  newUser({
    photo: photoOf(1_000),
    otherPhotos: Object.fromEntries(versions.map((version) => [version, photoOf(500 + version)])),
  })

async function closedOf({ id }: { id: number }) {
  await outboxesEmpty()
  return events
    .of(caseClosed)
    .filter(({ userId }) => userId === id)
    .map(({ clearedPhotos }) => clearedPhotos)
}

test('a flagged photo opens a case with the photo, and changes nothing for its user', async () => {
  const ada = newUserWithPhotos(12, 13)
  expect(await flag(ada, 12)).toEqual({ isStored: true })
  const caseId = await caseOf(ada)
  const { body } = await view(mia, caseId)
  expect(body).toMatchObject({
    kind: 'report',
    severity: 'high',
    categories: ['sexual'],
    record: null,
    reports: [
      {
        reporter: { id: SYSTEM_REPORTER_ID, name: null },
        category: 'sexual',
        flagged: { photoVersion: 12, nakedness: 0.9 },
        evidence: { photo: expect.any(String), photos: [{ id: '12' }], messages: [] },
      },
    ],
  })
  const reportId = body.reports[0]?.id ?? 0
  const photo = await mia.fetch(getEvidencePhoto, { id: caseId, reportId }, { search: '?photo=12' })
  expect(Buffer.from(await photo.arrayBuffer())).toEqual(users.get(ada.id)?.otherPhotos?.[12])
  await outboxesEmpty()
  const sent = [...events.of(caseOpened), ...events.of(sanctionImposed)]
  expect(sent.filter(({ userId }) => userId === ada.id)).toEqual([])
})

test('a photo is flagged once, even with concurrent calls and after the decision', async () => {
  const ada = newUserWithPhotos()
  const before = await evidence.countDocuments()
  await Promise.all([1, 2, 3].map(() => flag(ada, SELFIE)))
  const caseId = await caseOf(ada)
  expect((await cases.findOne({ _id: caseId }))?.reports).toHaveLength(1)
  expect(await evidence.countDocuments()).toBe(before + 1)
  await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
  expect(await flag(ada, SELFIE)).toEqual({ isStored: true })
  expect(await cases.countDocuments({ userId: ada.id })).toBe(1)
})

test('a decision clears the photos that it does not remove, in its event and in the repetition', async () => {
  const ada = newUserWithPhotos(12, 13)
  for (const version of [SELFIE, 12, 13]) await flag(ada, version)
  const caseId = await caseOf(ada)
  await decided(mia, caseId, { action: 'remove-photo', reason: 'sexual', photoId: '12' })
  expect(await closedOf(ada)).toEqual([[SELFIE, 13]])
  const { items } = await request(auth, getModerationPage, { after: String(caseId - 1) })
  expect(items.find(({ userId, type }) => userId === ada.id && type === 'case')).toMatchObject({
    isOpen: false,
    clearedPhotos: [SELFIE, 13],
  })
})

test('a dismissal clears all photos, a removal not the removed one, another case none', async () => {
  const [ada, ben] = [newUserWithPhotos(12), newUserWithPhotos()]
  for (const version of [SELFIE, 12]) await flag(ada, version)
  await decided(mia, await caseOf(ada), { action: 'dismiss', reason: 'no-violation' })
  expect(await closedOf(ada)).toEqual([[SELFIE, 12]])
  await flag(ben, SELFIE)
  await decided(mia, await caseOf(ben), { action: 'remove-photo', reason: 'sexual' })
  await newUser().report(ben)
  await decided(mia, await caseOf(ben), { action: 'dismiss', reason: 'no-violation' })
  expect(await closedOf(ben)).toEqual([undefined, undefined])
})

test('an undo opens the case again; beside a newer case it clears the photo', async () => {
  const [ada, ben, admin] = [newUserWithPhotos(), newUserWithPhotos(), newUser({ role: 'admin' })]
  const undo = async (caseId: number) =>
    expect((await admin.call(undoDecision, { params: { id: caseId } })).status).toBe(200)
  const removed = { action: 'remove-photo', reason: 'sexual' }
  for (const user of [ada, ben]) await flag(user, SELFIE)
  const [first, second] = [await caseOf(ada), await caseOf(ben)]
  for (const caseId of [first, second]) await decided(mia, caseId, removed)
  await undo(first)
  expect(await caseOf(ada)).toBe(first)
  await newUser().report(ben)
  await undo(second)
  expect(await closedOf(ben)).toEqual([undefined, [SELFIE]])
})

test('beside a flagged photo, a report of a user changes the trust as usual', async () => {
  const [ada, ben] = [newUserWithPhotos(), newUser()]
  await flag(ada, SELFIE)
  await ben.report(ada, { category: 'threats' })
  await outboxesEmpty()
  expect(events.of(caseOpened).filter(({ userId }) => userId === ada.id)).toHaveLength(1)
})

test('a case takes a few photos, and further ones after its decision', async () => {
  const versions = Array.from({ length: FLAGGED_PHOTOS_MAX + 1 }, (_, index) => index + 10)
  const ada = newUserWithPhotos(...versions)
  const last = Number(versions.at(-1))
  for (const version of versions.slice(0, -1)) await flag(ada, version)
  await expect(flag(ada, last)).rejects.toMatchObject({ code: errors.caseFull.code })
  await decided(mia, await caseOf(ada), { action: 'dismiss', reason: 'no-violation' })
  expect(await flag(ada, last)).toEqual({ isStored: true })
})

test('it stores nothing about a removed photo, a deleted account, or from before a reset', async () => {
  const [ada, gone] = [newUserWithPhotos(12), newUserWithPhotos()]
  users.delete(gone.id)
  expect([await flag(ada, 99), await flag(gone, SELFIE)]).toEqual([{ isStored: false }, { isStored: false }])
  await resets.insertOne({ _id: 'reset', epoch: 1, waitingFor: [], startedAt: new Date() })
  expect(await flag(ada, 12)).toEqual({ isStored: false })
  await resets.deleteMany({})
  expect(await cases.countDocuments({ userId: { $in: [ada.id, gone.id] } })).toBe(0)
})
