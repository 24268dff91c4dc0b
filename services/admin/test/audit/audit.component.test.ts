import { errors } from '@zing/proto/errors'
import { addCaseNote, listAudit, listHeld } from '@zing/proto/http/staff/moderation'
import type { AuditEntry } from '@zing/proto/moderation/audit-log'
import { runScript } from '@zing/testing/run-script'
import { testDatabase } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { append, type ChainModels, createChainCheck, endFault } from '../../src/audit/hash-chain.ts'
import { createModels } from '../../src/models/models.ts'
import { photoOf } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, decided, view, audit, evidence, outboxesEmpty, env, users, held } = moderation
const [mia, admin] = [newUser({ role: 'moderator' }), newUser({ role: 'admin' })]

const run = (file: string, args: string[] = []) =>
  runScript(new URL(`../../src/${file}`, import.meta.url), { MONGO_URL: env.MONGO_URL, NATS_URL: env.NATS_URL }, args)

function cursorOf(headers: Headers): string | null {
  const link = headers.get('link')
  return link && new URL(link.slice(1, link.indexOf('>')), 'http://x').searchParams.get('cursor')
}

const verify = (...args: string[]) => run('audit-verify.ts', args)

test('SEC-138 the log has one entry for each act, in order and without gaps, readable by admins', async () => {
  const { reporter, reported, caseId } = await newCase()
  await outboxesEmpty() // the outbox carries the entry of the report, but not the entry of a view
  await view(mia, caseId)
  await decided(mia, caseId, { action: 'warn', reason: 'hate' })
  await outboxesEmpty()

  const { status, body } = await admin.call(listAudit, { query: { limit: 50 } })
  expect(status).toBe(200)
  const entries = body.filter((entry) => entry.caseId === caseId).toReversed()
  expect(entries.map(({ action, actor }) => [action, actor?.id])).toEqual([
    ['report.created', reporter.id],
    ['case.viewed', mia.id],
    ['case.claimed', mia.id],
    ['case.decided', mia.id],
  ])
  expect(entries.every(({ user }) => user?.name === reported.name)).toBe(true)
  const chain = await audit.find().sort({ _id: -1 }).limit(50).toArray()
  expect(body.map(({ hash }) => hash)).toEqual(chain.map(({ hash }) => hash))
})

test('SEC-138 concurrent and repeated additions by two processes are in the chain once', async () => {
  const url = testDatabase()
  const connections = [
    await mongoose.createConnection(url).asPromise(),
    await mongoose.createConnection(url).asPromise(),
  ]
  onTestFinished(async () => void (await Promise.all(connections.map((connection) => connection.close()))))
  const [first, second] = connections.map(createModels)
  if (!first || !second) throw new Error('no models')
  await first.Audit.init() // the unique index
  const at = new Date()
  const add = (models: ChainModels, n: number) => append(models, { entryId: `entry ${n}`, at, content: `{"n":${n}}` })
  const numbers = Array.from({ length: 60 }, (_, n) => n)
  const added = await Promise.all(
    numbers.flatMap((n) => [add(first, n), add(n % 3 === 0 ? second : first, n), add(second, n + 60)]),
  )
  expect(added.map(({ content }) => content)).toEqual(numbers.flatMap((n) => [n, n, n + 60].map((m) => `{"n":${m}}`)))

  const { report, readOn } = createChainCheck(first, () => {})
  await readOn()
  expect(report).toMatchObject({ entries: 120, faults: [] })
  expect(await endFault(second)).toBeNull()
  expect(new Set(added.map(({ _id }) => _id)).size).toBe(120)
  expect((await add(second, 7)).hash).toBe(added[21]?.hash) // as before
  expect(await first.Audit.countDocuments()).toBe(120)
})

test('SEC-134 a reported admin does not see in the log who reported them', async () => {
  const colleague = newUser({ role: 'admin' })
  const reporter = newUser()
  await reporter.report(colleague, { category: 'scam' })
  await decided(admin, await caseOf(colleague), { action: 'warn', reason: 'scam' })
  await outboxesEmpty()
  const of = async ({ call }: typeof admin) =>
    (await call(listAudit, { query: { limit: 5 } })).body.findLast(({ user }) => user?.id === colleague.id)
  expect(await of(admin)).toMatchObject({ actor: { id: reporter.id }, details: { category: 'scam' } })
  expect(await of(colleague)).toMatchObject({ actor: null, details: {} })
})

describe('SEC-134 a reported admin does not learn of an open case about themselves', () => {
  /** The whole log in small pages. */
  async function logOf({ call }: typeof admin): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof call<typeof listAudit>>> = await call(listAudit, {
        query: { limit: 3, ...(cursor && { cursor }) },
      })
      entries.push(...page.body)
      cursor = cursorOf(page.headers)
      if (cursor !== null) expect(page.body).toHaveLength(3) // a page with fewer entries would reveal the hidden ones
    }
    return entries
  }

  test('it hides entries about the case until it is closed, and no number reveals a gap', async () => {
    const colleague = newUser({ role: 'admin' })
    for (const reporter of [newUser(), newUser()]) await reporter.report(colleague, { category: 'scam' })
    const caseId = await caseOf(colleague)
    await view(mia, caseId)
    await newCase()
    await outboxesEmpty()
    const all = (await logOf(admin)).map(({ hash }) => hash)
    const about = (await logOf(admin)).filter(({ user }) => user?.id === colleague.id).map(({ hash }) => hash)
    expect(about).toHaveLength(3)
    const shown = await logOf(colleague)
    expect(shown.map(({ hash }) => hash)).toEqual(all.filter((hash) => !about.includes(hash)))
    const steps = shown.slice(1).map(({ seq }, index) => (shown[index]?.seq ?? 0) - seq)
    expect(steps.filter((step) => Math.abs(step) < 1_000)).toEqual([])

    await decided(admin, caseId, { action: 'warn', reason: 'scam' })
    await outboxesEmpty()
    const actions = (await logOf(colleague)).filter((entry) => entry.caseId === caseId).map(({ action }) => action)
    expect(actions.toSorted()).toEqual([
      ...['case.claimed', 'case.decided', 'case.viewed', 'report.created', 'report.created'],
    ])
  })

  test('it hides views of held messages by the caller too', async () => {
    const colleague = newUser({ role: 'admin' })
    const common = { receiverId: newUser().id, seq: 1, reason: 'links' as const, createdAt: new Date().toISOString() }
    held.push({ id: 1, senderId: colleague.id, content: 'www.example.org', ...common })
    await admin.call(listHeld)
    held.length = 0
    const about = ({ user }: AuditEntry) => user?.id === colleague.id
    expect((await logOf(admin)).filter(about)).toMatchObject([{ action: 'held.viewed' }])
    expect((await logOf(colleague)).filter(about)).toEqual([])
  })

  test('no id of a case, report, decision or note reveals how many came in between', async () => {
    const [one, two] = [await newCase(), await newCase()]
    const ids = await Promise.all(
      [one, two].map(async ({ caseId, reported }) => {
        const note = await mia.call(addCaseNote, { params: { id: caseId }, body: { text: 'Seen.' } })
        const decision = await decided(mia, caseId, { action: 'warn', reason: 'hate' })
        const report = await newUser().report(reported)
        return [caseId, note.body.id, decision.id, report.body.id]
      }),
    )
    const [first = [], second = []] = ids
    expect(ids.flat().every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    const distances = first.map((id, index) => Math.abs(id - (second[index] ?? 0)))
    expect(distances.filter((distance) => distance < 1_000)).toEqual([])
  })

  test('a reporter’s record does not count a report about the moderator who reads it', async () => {
    const { reporter, caseId } = await newCase()
    const colleague = newUser({ role: 'moderator' })
    await reporter.report(colleague)
    const recordFor = async (one: typeof admin) => (await view(one, caseId)).body.reports[0]?.record.reports
    expect([await recordFor(colleague), await recordFor(admin)]).toEqual([1, 2])
  })
})

test('the log has pages', async () => {
  const first = await admin.call(listAudit, { query: { limit: 2 } })
  const second = await admin.call(listAudit, { query: { limit: 2, cursor: cursorOf(first.headers) ?? '' } })
  const both = await admin.call(listAudit, { query: { limit: 4 } })
  expect([...first.body, ...second.body]).toEqual(both.body)
  const unknown = await admin.call(listAudit, { query: { cursor: 'unknown' } })
  expect([unknown.status, unknown.body]).toEqual([400, errors.invalidCursor().body])
})

test('when many moderators act at once, the chain has no gap', async () => {
  const cases = await Promise.all(Array.from({ length: 8 }, () => newCase()))
  const moderators = Array.from({ length: 4 }, () => newUser({ role: 'moderator' }))
  await Promise.all(cases.flatMap(({ caseId }) => moderators.map((one) => view(one, caseId))))
  await outboxesEmpty()
  const { code, output } = await verify()
  expect([code, output]).toEqual([0, expect.stringMatching(/^audit log: \d+ entries, last hash \w{64}, 0 faults$/m)])
  expect(output).toMatch(/^cases: \d+ cases, evidence of \d+ reports, 0 faults$/m)
  const [, lastHash = ''] = /last hash (\w{64})/.exec(output) ?? []
  expect((await verify('--expect', lastHash)).code).toBe(0)
  const other = 'f'.repeat(64)
  const missing = { code: 1, output: expect.stringContaining(`no entry has the hash ${other}`) }
  expect(await verify('--expect', lastHash, '--expect', other)).toMatchObject(missing)
})

describe('SEC-138 audit:verify notices', () => {
  test('a changed, a removed and a rewritten entry', async () => {
    const entry = await audit.findOne({ _id: 2 })
    if (!entry) throw new Error('the log has no second entry')
    await audit.updateOne({ _id: 2 }, { $set: { content: entry.content.replace(/"actorId":\d+/, '"actorId":987654') } })
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('entry 2 has been changed') })
    await audit.deleteOne({ _id: 2 })
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('an entry is missing before 3') })
    await audit.insertOne(entry)
    expect((await verify()).code).toBe(0)
  })

  test('a changed photo, one too many and a missing one', async () => {
    const reported = newUser({ photo: photoOf(100), otherPhotos: { 7: photoOf(100), 12: photoOf(100) } })
    const { body: report } = await newUser().report(reported)
    const stored = (await evidence.findOne({ _id: report.id }, { promoteBuffers: true }))?.otherPhotos ?? []
    expect(stored).toHaveLength(2)
    const text = `a photo of report ${report.id} has been changed`
    for (const otherPhotos of [
      [stored[0], photoOf(100)],
      [...stored, photoOf(100)],
      stored.slice(1),
      stored.toReversed(),
    ]) {
      await evidence.updateOne({ _id: report.id }, { $set: { otherPhotos: otherPhotos as Buffer[] } })
      expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining(text) })
    }
    await evidence.updateOne({ _id: report.id }, { $set: { otherPhotos: stored } })
    expect((await verify()).code).toBe(0)
  })

  test('changed evidence', async () => {
    const stored = await evidence.findOne({})
    if (!stored) throw new Error('there is no evidence')
    await evidence.updateOne({ _id: stored._id }, { $set: { json: stored.json.replace('User', 'Liar') } })
    const report = `the evidence of report ${stored._id} has been changed`
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining(report) })
    await evidence.updateOne({ _id: stored._id }, { $set: { json: stored.json } })
    expect((await verify()).code).toBe(0)
  })
})

describe('npm run role', () => {
  test('it grants, withdraws, shows and lists, and is in the log without an actor', async () => {
    const ben = newUser()
    expect(await run('role.ts', [ben.username, 'moderator'])).toEqual({
      code: 0,
      output: `${ben.username} is moderator now\n`,
    })
    expect(users.get(ben.id)?.role).toBe('moderator')
    expect((await run('role.ts', [ben.username])).output).toBe(`moderator  ${ben.username}\n`)
    expect((await run('role.ts')).output).toContain(`moderator  ${ben.username}\n`)
    expect((await run('role.ts', [ben.username, 'member'])).code).toBe(0)
    expect(users.get(ben.id)?.role).toBeUndefined()
    const { body } = await admin.call(listAudit, { query: { limit: 2 } })
    expect(body).toMatchObject([
      { action: 'role.changed', actor: null, user: { id: ben.id }, details: { from: 'moderator', to: 'member' } },
      { action: 'role.changed', actor: null, user: { id: ben.id }, details: { from: 'member', to: 'moderator' } },
    ])
  })

  test('an unknown user and an unknown role are refused', async () => {
    expect(await run('role.ts', ['nobody', 'admin'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('no user'),
    })
    const ben = newUser()
    expect(await run('role.ts', [ben.username, 'owner'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('a role is one of member, moderator, admin'),
    })
    expect(users.get(ben.id)?.role).toBeUndefined()
  })
})
