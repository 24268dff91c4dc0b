import { signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { type AnyEndpoint, pathOf } from '@zing/proto/endpoint'
import { reportUser } from '@zing/proto/http/reports'
import { claimCase, decideCase, getCase, listCases } from '@zing/proto/http/staff/moderation'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { recordEvents } from '@zing/testing/events'
import type { TestEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import type { AuditRecord } from '../src/audit/audit.ts'
import type { CaseDocument } from '../src/models/case.ts'
import type { ChainEntry } from '../src/models/chain.ts'
import { createModels } from '../src/models/models.ts'
import { createPalettes } from '../src/settings/palette.ts'
import type { Times } from '../src/times.ts'
import { chatHandlers } from './fake-chat.ts'
import { authHandlers, socialHandlers } from './fake-services.ts'
import { createWorld, type FakeUser, type StoredEvidence } from './moderation-world.ts'
import { setupAdmin } from './setup-admin.ts'

const silent = createLog('admin-test', 'silent')

/** Starts admin with a fake auth, social and chat that know the users of the test. */
export async function setupModeration(overrides: Partial<TestEnv> & Record<string, unknown> = {}, times: Times = {}) {
  const admin = await setupAdmin(overrides, times)
  const world = createWorld()
  const auth = await admin.serveRpcAs('auth', authHandlers(world))
  await admin.serveRpcAs('social', socialHandlers(world))
  await admin.serveRpcAs('chat', chatHandlers(world))

  const nats = connectNats(admin.env.NATS_URL, 'admin-test', silent)
  await nats.connection
  afterTestOrFile(() => nats.drain())

  let lastId = 0
  function newUser({ role, ...more }: Partial<FakeUser> = {}) {
    lastId += 1
    const user = { id: lastId, name: `User ${lastId}`, username: `user${lastId}`, isReportable: true, ...more }
    world.users.set(user.id, { ...user, ...(role && { role }) })
    const client = admin.newUser(user.id, role)
    const report = (reported: { id: number }, body: Record<string, unknown> = {}) =>
      client.call(reportUser, { body: { userId: reported.id, category: 'harassment', ...body } })
    /** Returns the raw response, for bytes. */
    const fetchRaw = (endpoint: AnyEndpoint, params: Record<string, number>, { search = '', headers = {} } = {}) => {
      const identity = { userId: user.id, sid: client.sid, ...(role && { role }) }
      const authorization = `Bearer ${signInternalToken(admin.env.INTERNAL_TOKEN_SECRET, identity)}`
      return fetch(`${admin.url}${pathOf(endpoint, params)}${search}`, { headers: { authorization, ...headers } })
    }
    return { ...client, ...user, report, fetch: fetchRaw }
  }

  /** A reporter, the user whom they report, and the open case. */
  async function newCase(body: Record<string, unknown> = {}) {
    const [reporter, reported] = [newUser(), newUser()]
    const { status } = await reporter.report(reported, body)
    expect(status).toBe(201)
    return { reporter, reported, caseId: await caseOf(reported) }
  }

  const cases = admin.db.collection<CaseDocument & { outbox: unknown[] }>('cases')
  async function caseOf({ id }: { id: number }): Promise<number> {
    const found = await cases.findOne({ userId: id, status: 'open' })
    expect(found).not.toBeNull()
    return Number(found?._id)
  }

  type User = ReturnType<typeof newUser>
  const claim = ({ call }: User, id: number) => call(claimCase, { params: { id } })
  const decide = ({ call }: User, id: number, body: object) => call(decideCase, { params: { id }, body })
  const view = ({ call }: User, id: number) => call(getCase, { params: { id } })
  const queue = ({ call }: User, query: Record<string, string | number> = {}) => call(listCases, { query })

  /** Claims and decides in one step. */
  async function decided(moderator: User, id: number, body: object) {
    expect((await untilAccepted(() => claim(moderator, id))).status).toBe(200)
    const response = await untilAccepted(() => decide(moderator, id, body))
    expect([response.status, response.body.message]).toEqual([201, undefined])
    return response.body
  }

  const audit = admin.db.collection<ChainEntry>('audit')
  /** The entries of the audit log in order, once all outboxes are empty. */
  async function auditEntries(): Promise<AuditRecord[]> {
    await outboxesEmpty()
    const entries = await audit.find().sort({ _id: 1 }).toArray()
    return entries.map(({ content }) => JSON.parse(content) as AuditRecord)
  }

  async function outboxesEmpty(): Promise<void> {
    const unpublished = { 'outbox.0': { $exists: true } }
    for (const collection of [cases, admin.db.collection('settings')])
      await vi.waitFor(async () => expect(await collection.countDocuments(unpublished)).toBe(0), WAIT)
  }

  return {
    ...admin,
    ...world,
    /** The NATS connection of the fake auth, for its calls to admin. */
    auth,
    newUser,
    newCase,
    caseOf,
    claim,
    decide,
    decided,
    view,
    queue,
    cases,
    audit,
    auditEntries,
    outboxesEmpty,
    auditHead: admin.db.collection<{ _id: string; seq: number; hash: string }>('audit_head'),
    evidence: admin.db.collection<StoredEvidence>('evidence'),
    /** The context of background work that a test runs itself. */
    background: {
      models: createModels(admin.db),
      nats,
      relay: { publish() {}, wake() {}, async stop() {} },
      log: silent,
      paletteOf: createPalettes(),
    },
    reporters: admin.db.collection<{ _id: number; recent: { reportId: number; at: number }[] }>('reporters'),
    events: await recordEvents(admin.env.NATS_URL),
    anonymous: serviceClient(admin.url, admin.env.INTERNAL_TOKEN_SECRET, null),
  }
}
