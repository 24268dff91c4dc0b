import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { resetAll } from '@zing/proto/http/admin'
import { messages } from '@zing/proto/http/errors'
import { measureTaken } from '@zing/proto/nats/events'
import { RESETTABLE, resetOf } from '@zing/proto/nats/rpc'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { deleteOrphans } from '../src/domain/maintenance.ts'
import { createModels } from '../src/models/models.ts'
import { PIN } from './setup-admin.ts'
import { setupModeration } from './setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, view, claim, decide, queue, cases, evidence, evidenceChain, auditEntries } = moderation
const { db, serveRpcAs, events } = moderation
const moderator = newUser({ role: 'moderator' })
for (const service of RESETTABLE) await serveRpcAs(service, [rpcHandler(resetOf(service), async ({ epoch }) => ({ epoch }))])

test('evidence without a report is deleted after an hour, the evidence of a report stays', async () => {
  const { caseId } = await newCase()
  const reportId = (await cases.findOne({ _id: caseId }))?.reports[0]?.id ?? 0
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await evidence.updateOne({ _id: reportId }, { $set: { createdAt: hoursAgo(2) } })
  const json = '{}'
  await evidence.insertMany([
    { _id: 900_001, json, createdAt: hoursAgo(2) },
    { _id: 900_002, json, createdAt: hoursAgo(0.5) },
  ])
  expect(await deleteOrphans(createModels(db))).toBe(1)
  const left = await evidence.find({ _id: { $in: [reportId, 900_001, 900_002] } }).toArray()
  expect(left.map(({ _id }) => _id).toSorted((a, b) => a - b)).toEqual([reportId, 900_002])
})

test('a reset deletes reports and evidence, and keeps the audit log and the digests', async () => {
  const { reported, caseId } = await newCase()
  await claim(moderator, caseId)
  const [before, digests] = [await auditEntries(), await evidenceChain.countDocuments()]
  const operator = newUser()
  await operator.verify(PIN)
  expect((await operator.call(resetAll, { body: { pin: PIN } })).body).toMatchObject({ success: true })

  expect([await cases.countDocuments(), await evidence.countDocuments()]).toEqual([0, 0])
  expect(await evidenceChain.countDocuments()).toBe(digests)
  expect((await auditEntries()).slice(0, before.length)).toEqual(before)
  expect((await auditEntries()).at(-1)).toMatchObject({ action: 'data.reset', actorId: operator.id })
  const gone = await view(moderator, caseId)
  expect([gone.status, gone.body]).toEqual([404, { message: messages.caseNotFound }])

  const reporter = newUser()
  expect((await reporter.report(reported)).status).toBe(201)
  const again = await caseOf(reported)
  expect((await queue(moderator)).body.map(({ id }) => id)).toEqual([again])
  await claim(moderator, again)
  await decide(moderator, again, { action: 'warn', reason: 'hate' })
  await vi.waitFor(() => expect(events.of(measureTaken)).toMatchObject([{ userId: reported.id, epoch: 1 }]), WAIT)
})

test('a case that a late write has stored after a reset is no longer there for moderators', async () => {
  const { caseId } = await newCase()
  await cases.updateOne({ _id: caseId }, { $set: { epoch: 0 } })
  expect((await view(moderator, caseId)).status).toBe(404)
  expect((await queue(moderator, { limit: 50 })).body.some(({ id }) => id === caseId)).toBe(false)
})
