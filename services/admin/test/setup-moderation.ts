import { randomBytes } from 'node:crypto'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import type { Role } from '@zing/proto/accounts/roles'
import { type AnyEndpoint, pathOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { claimCase, decideCase, getCase, listCases } from '@zing/proto/http/moderation'
import { reportUser } from '@zing/proto/http/reports'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation/evidence'
import type { Recognition } from '@zing/proto/moderation/recognition'
import {
  getAppellant,
  getPhotoPart,
  getProfileEvidence,
  getUserNames,
  getUserRoles,
  PHOTO_PART_BYTES,
  setUserRole,
} from '@zing/proto/nats/rpc/auth'
import {
  blockForReporter,
  decideHeldMessages,
  getHeldMessages,
  getHeldSenders,
  getMessageEvidence,
  type StoredHeldMessage,
} from '@zing/proto/nats/rpc/chat'
import { getRelated, getReportable } from '@zing/proto/nats/rpc/social'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { recordEvents } from '@zing/testing/events'
import type { TestEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import type { AuditRecord } from '../src/audit/audit.ts'
import type { CaseDocument } from '../src/models/case.ts'
import type { ChainEntry } from '../src/models/chain.ts'
import { createModels } from '../src/models/models.ts'
import { setupAdmin } from './setup-admin.ts'

interface StoredEvidence {
  _id: number
  json: string
  photo?: Buffer | null
  otherPhotos?: Buffer[]
  createdAt: Date
  epoch: number
}

interface FakeUser {
  id: number
  name: string
  username: string
  role?: Role
  /** Missing: long ago. */
  createdAt?: Date
  photo?: Buffer
  /** By version, besides `photo`, whose version is 1. */
  otherPhotos?: Record<number, Buffer>
  recognition?: Recognition
  story?: Pick<EvidenceProfile, 'bio' | 'prompts' | 'interests' | 'lookingFor'>
  isReportable: boolean
}

const silent = createLog('admin-test', 'silent')

/** Starts admin among a fake auth, social and chat that know the users of the test. */
export async function setupModeration(overrides: Partial<TestEnv> & Record<string, unknown> = {}) {
  const admin = await setupAdmin(overrides)
  const users = new Map<number, FakeUser>()
  const conversations = new Map<string, EvidenceMessage[]>()
  const appeals = new Map<string, { userId: number; decisionId: number }>()
  const blocks: [number, number][] = []
  /** What chat holds; a decision removes it. */
  const held: StoredHeldMessage[] = []
  const heldDecisions: { senderId: number; messageIds: number[]; action: string }[] = []
  /** Services that do not respond at the moment. */
  const unavailable = new Set<'auth' | 'social' | 'chat' | 'blocks'>()
  /** Users who are matches of moderators, or have a block with them. */
  const related = new Set<number>()
  const photoReads: number[] = []
  /** Users who have blocked too many others, or whose block chat refuses for another reason. */
  const cannotBlock = new Set<number>()
  /** Users whose block ends in an error of chat. */
  const failsToBlock = new Set<number>()
  /** Photos that their owner removes in the moment in which they are read. */
  const removedOnRead = new Map<number, number>()
  /** What happens while auth is requested for the evidence about a user, once. */
  const duringEvidence = new Map<number, () => Promise<void>>()
  const ensureThere = (service: 'auth' | 'social' | 'chat' | 'blocks') => {
    if (unavailable.has(service)) throw errors.unavailable()
  }

  const auth = await admin.serveRpcAs('auth', [
    rpcHandler(getUserNames, async ({ userIds }) =>
      userIds.flatMap((id) => {
        const user = users.get(id)
        if (!user) return []
        const { name, username, role, createdAt = new Date(0) } = user
        return [{ id, name, username, createdAt: createdAt.toISOString(), ...(role && { role }) }]
      }),
    ),
    rpcHandler(getUserRoles, async ({ username }) =>
      [...users.values()]
        .filter((user) => (username === undefined ? user.role : user.username === username))
        .map(({ id, name, username, role }) => ({ userId: id, name, username, role: role ?? 'member' })),
    ),
    rpcHandler(setUserRole, async ({ userId, role }) => {
      ensureThere('auth')
      const user = users.get(userId)
      if (!user) return null
      if (role === 'member') delete user.role
      else user.role = role
      return { userId, name: user.name, username: user.username, role }
    }),
    rpcHandler(getProfileEvidence, async ({ userId }) => {
      ensureThere('auth')
      const meanwhile = duringEvidence.get(userId)
      duringEvidence.delete(userId)
      await meanwhile?.()
      const user = users.get(userId)
      if (!user) return null
      const { name, username, photo, otherPhotos, story, recognition } = user
      const createdAt = new Date(0).toISOString()
      const profile = { name, username, age: 30, gender: 'other', orientation: 'other', createdAt, ...story }
      const others = otherPhotos && { photoVersions: Object.keys(otherPhotos).map(Number) }
      return { profile, photoVersion: photo ? 1 : 0, ...others, ...(recognition && { recognition }) }
    }),
    rpcHandler(getPhotoPart, async ({ userId, version, offset }) => {
      photoReads.push(offset)
      const user = users.get(userId)
      if (removedOnRead.get(userId) === version) delete user?.otherPhotos?.[version]
      const photo = version === 1 ? user?.photo : user?.otherPhotos?.[version]
      if (!photo) return null
      return { part: photo.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: photo.length }
    }),
    rpcHandler(getAppellant, async ({ token }) => appeals.get(token) ?? null),
  ])
  await admin.serveRpcAs('social', [
    rpcHandler(getReportable, async ({ userId }) => {
      ensureThere('social')
      return { isReportable: users.get(userId)?.isReportable ?? false }
    }),
    rpcHandler(getRelated, async ({ otherIds }) => {
      ensureThere('social')
      return { relatedIds: otherIds.filter((id) => related.has(id)) }
    }),
  ])
  await admin.serveRpcAs('chat', [
    rpcHandler(getMessageEvidence, async ({ userIds, marked }) => {
      ensureThere('chat')
      const found = conversations.get(userIds.join(':')) ?? []
      if (marked.some((id) => !found.some((message) => message.id === id))) throw errors.foreignMessages()
      return { messages: found.map((message) => ({ ...message, isMarked: marked.includes(message.id) })) }
    }),
    rpcHandler(getHeldMessages, async ({ senderId }) => {
      ensureThere('chat')
      return { messages: held.filter((message) => senderId === undefined || message.senderId === senderId) }
    }),
    rpcHandler(getHeldSenders, async ({ after, limit }) => {
      ensureThere('chat')
      const bySender = Map.groupBy(held, ({ senderId }) => senderId)
      const senders = [...bySender].map(([senderId, messages]) => ({
        senderId,
        heldAt: Math.min(...messages.map(({ createdAt }) => Date.parse(createdAt))),
        count: messages.length,
      }))
      const inOrder = senders.toSorted((a, b) => a.heldAt - b.heldAt || a.senderId - b.senderId)
      const isAfter = (one: { senderId: number; heldAt: number }) =>
        after === null || one.heldAt > after.heldAt || (one.heldAt === after.heldAt && one.senderId > after.senderId)
      return { senders: inOrder.filter(isAfter).slice(0, limit) }
    }),
    rpcHandler(decideHeldMessages, async (decision) => {
      ensureThere('chat')
      const decided = held.filter(({ id }) => decision.messageIds.includes(id))
      heldDecisions.push(decision)
      for (const message of decided) held.splice(held.indexOf(message), 1)
      return { messageIds: decided.map(({ id }) => id) }
    }),
    rpcHandler(blockForReporter, async ({ blockerId, blockedId }) => {
      ensureThere('blocks')
      if (failsToBlock.has(blockerId)) throw new Error('an error of chat')
      if (cannotBlock.has(blockerId)) throw errors.tooManyBlocks()
      blocks.push([blockerId, blockedId])
      return {}
    }),
  ])

  const nats = connectNats(admin.env.NATS_URL, 'admin-test', silent)
  await nats.connection
  afterTestOrFile(() => nats.drain())

  let lastId = 0
  function newUser({ role, ...more }: Partial<FakeUser> = {}) {
    lastId += 1
    const user = { id: lastId, name: `User ${lastId}`, username: `user${lastId}`, isReportable: true, ...more }
    users.set(user.id, { ...user, ...(role && { role }) })
    const client = admin.newUser(user.id, role)
    const report = (reported: { id: number }, body: Record<string, unknown> = {}) =>
      client.call(reportUser, { body: { userId: reported.id, category: 'harassment', ...body } })
    /** Returns the raw response, for bytes. */
    const fetchRaw = (endpoint: AnyEndpoint, params: Record<string, number>, search = '') => {
      const identity = { userId: user.id, sid: client.sid, ...(role && { role }) }
      const authorization = `Bearer ${signInternalToken(admin.env.INTERNAL_TOKEN_SECRET, identity)}`
      return fetch(`${admin.url}${pathOf(endpoint, params)}${search}`, { headers: { authorization } })
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

  /** Claims and decides in one. */
  async function decided(moderator: User, id: number, body: object) {
    expect((await claim(moderator, id)).status).toBe(200)
    const response = await decide(moderator, id, body)
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
    await vi.waitFor(async () => expect(await cases.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0), WAIT)
  }

  return {
    ...admin,
    /** Of auth, for its calls of admin. */
    auth,
    users,
    conversations,
    appeals,
    blocks,
    held,
    heldDecisions,
    unavailable,
    related,
    cannotBlock,
    failsToBlock,
    photoReads,
    removedOnRead,
    duringEvidence,
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
    /** For work of the service that a test runs at a time of its own. */
    background: { models: createModels(admin.db), nats, relay: { wake() {}, async stop() {} }, log: silent },
    reporters: admin.db.collection<{ _id: number; recent: { reportId: number; at: number }[] }>('reporters'),
    events: await recordEvents(admin.env.NATS_URL),
    anonymous: serviceClient(admin.url, admin.env.INTERNAL_TOKEN_SECRET, null),
  }
}

/** Messages of two users, the odd ones by the first. */
export function talk(a: number, b: number, count: number): EvidenceMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 1_000 * a + index + 1,
    seq: index + 1,
    senderId: index % 2 === 0 ? a : b,
    content: `Message ${index + 1}`,
    createdAt: new Date(index).toISOString(),
    isMarked: false,
  }))
}

export function photoOf(bytes: number): Buffer {
  return randomBytes(bytes)
}
