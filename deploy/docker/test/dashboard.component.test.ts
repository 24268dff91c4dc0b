import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { fieldsNaming } from '@zing/admin/traces/fields-naming'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import type { Running } from '@zing/kit/run'
import { DAY_MS, dayName, dayOf } from '@zing/proto/community/cohorts'
import type { Dashboard } from '@zing/proto/community/dashboard'
import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import * as chat from '@zing/proto/http/chat'
import * as discovery from '@zing/proto/http/discovery'
import { reportUser } from '@zing/proto/http/reports'
import * as social from '@zing/proto/http/social'
import { getDashboard } from '@zing/proto/http/staff/dashboard'
import * as moderation from '@zing/proto/http/staff/moderation'
import { userRegistered } from '@zing/proto/nats/events'
import { genderOf } from '@zing/proto/profiles/discovery'
import { NO_STORY } from '@zing/proto/profiles/story'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, serviceClient } from '@zing/testing/client'
import { createSettingsStream } from '@zing/testing/create-settings-stream'
import { createEventPublisher } from '@zing/testing/events'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWorld, hoursFrom, middleOf, type Person } from './dashboard-world.ts'

const HOUR_MS = 60 * 60 * 1_000
const ACTS = 1_200
const TALKING_PAIRS = 20
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31)) || 1
const NEVER_MS = 2 ** 31 - 1
/** Background work pauses nine times as long as it takes. */
const PACED = { ...WAIT, timeout: 400_000 }
const MINUTES = 7

let state = SEED
/** A random number from the seed, so that a failure can be repeated. */
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

const realNow = Date.now()
/** The acts spread over sixty days until now, and end in the middle of an hour. */
const end = realNow - (realNow % HOUR_MS) + MINUTES * 60_000
const world = createWorld(random, { from: end - 60 * DAY_MS, to: end - HOUR_MS })
const { people, members, pairOf, pairsOf, pick } = world

const shared = { ...(await testEnv()), RATE_PROFILE: 'off', ADMIN_PIN: '4711', PUBLIC_ORIGINS: 'http://localhost' }
await createSettingsStream(shared.NATS_URL)
const urls = { auth: testDatabase(), social: testDatabase(), chat: testDatabase(), admin: testDatabase() }
const client = await new mongoose.mongo.MongoClient(urls.auth).connect()
const databaseOf = (service: keyof typeof urls) => client.db(new URL(urls[service]).pathname.slice(1))

/** Starts a process of every service; all of them count `countAfterMs` after their start. */
async function startAll(countAfterMs: number) {
  const times = { countAfterMs }
  const env = (service: keyof typeof urls) => ({ ...shared, MONGO_URL: urls[service] })
  const started = await Promise.all([
    startAuth(AuthConfig.parse(env('auth')), { times }),
    startSocial(SocialConfig.parse(env('social')), { times }),
    startChat(ChatConfig.parse(env('chat')), { times }),
    startAdmin(AdminConfig.parse(env('admin')), { times }),
  ])
  running.push(...started)
  const [auth, social, chat, admin] = started.map(({ url }) => url)
  return { auth, social, chat, admin } as Record<keyof typeof urls, string>
}
const running: Running[] = []
afterAll(async () => {
  vi.useRealTimers()
  await Promise.all(running.map((one) => one.stop()))
  await client.close()
})

let addresses: Record<keyof typeof urls, string>
async function as<E extends AnyEndpoint>(
  service: keyof typeof urls,
  userId: number,
  endpoint: E,
  input: CallInput = {},
  role?: 'moderator' | 'admin',
): Promise<{ status: number; body: ResponseOf<E> }> {
  const identity = { userId, sid: `sid-${userId}`, ...(role && { role }) }
  return serviceClient(addresses[service], shared.INTERNAL_TOKEN_SECRET, identity).call(endpoint, input)
}

async function succeed<E extends AnyEndpoint>(...args: Parameters<typeof as<E>>): Promise<ResponseOf<E>> {
  const { status, body } = await untilAccepted(() => as(...args))
  expect([args[2].path, status, status < 300 ? '' : body]).toEqual([
    args[2].path,
    expect.toSatisfy((code) => code < 300),
    '',
  ])
  return body
}

const reports: { at: number; userId: number; decidedBy: number | null }[] = []

beforeAll(async () => {
  console.log(`dashboard world: SEED=${SEED}`)
  await databaseOf('auth')
    .collection('users')
    .insertMany(people.map(toAccount) as never[])
  vi.useFakeTimers({ toFake: ['Date'], now: end - 60 * DAY_MS })
  addresses = await startAll(NEVER_MS)
  const publishEvent = await createEventPublisher(shared.NATS_URL)
  const announced = members() // reconciliation removes the others from a replica
  for (const person of announced) await publishEvent(userRegistered, { profile: toProfile(person) })
  const replicas = databaseOf('social').collection('people')
  await vi.waitFor(async () => expect(await replicas.countDocuments()).toBe(announced.length), PACED)
  for (let act = 0; act < ACTS; act++) {
    vi.setSystemTime(end - 60 * DAY_MS + Math.floor(((act + 1) / ACTS) * (60 * DAY_MS - HOUR_MS)))
    await doSomething()
    if (act === ACTS / 2) await talkInPairs()
  }
  await report()
  for (const one of members().slice(5, 12)) await leave(one)
  await databaseOf('chat').collection<Medium>('media').insertMany(sentMedia())
  vi.setSystemTime(end)
  await hasSettled()
  await startAll(0)
  await counted({})
}, 900_000)

function toProfile({ id, createdAt, gender, age, hidden }: Person) {
  return {
    ...{ id, name: `User ${id}`, age, gender, orientation: 'other', selfie: null, hidden, ...NO_STORY },
    ...{ createdAt: new Date(createdAt).toISOString(), suspendedUntil: null, isReported: false },
  }
}

function toAccount(person: Person) {
  const { id, createdAt, gender, age, hasPhoto, hidden, status, label } = person
  const username = `user${id}`
  const profile = { name: `User ${id}`, age, gender, orientation: 'other', hidden }
  return {
    ...{ _id: id, username, usernameKey: username, passwordHash: 'none', ...profile },
    selfieVersion: hasPhoto ? id : 0,
    createdAt: new Date(createdAt),
    ...(status !== 'active' && { status }),
    ...(label !== null && { invitation: { id: 1, byId: 1, label } }),
    ...{ rev: 1, epoch: 0, outbox: [], selfieChanges: [], recentLogins: [] },
  }
}

interface Medium {
  _id: number
  senderId: number
  bytes: number
}

function sentMedia() {
  return Array.from({ length: 100 }, (_, index) => ({
    ...{ _id: index + 1, senderId: pick(members()).id, bytes: Math.floor(random() * 500_000), epoch: 0 },
    ...{ conv: 'none', clientMessageId: `${index}`, isSent: true, createdAt: new Date(end) },
  }))
}

/** One act of a random member who has registered by now. */
async function doSomething(): Promise<void> {
  const now = Date.now()
  const present = members().filter(({ createdAt }) => createdAt < now)
  if (present.length < 2) return
  const one = pick(present)
  const other = pick(present)
  if (one === other) return
  const pair = pairOf(one.id, other.id)
  const chance = random()
  if (chance < 0.2) return openFeed(one, now)
  if (chance < 0.25) return choose(one)
  if (pair.isBlocked || pair.isOver || other.hidden) return
  if (chance < 0.35) return pass(one, other, now)
  if (chance < 0.6) return like(one, other, now)
  if (chance < 0.75) return likeBack(one, now)
  if (chance < 0.93) return write(one, now)
  if (chance < 0.95) return unlike(one)
  if (chance < 0.97) return unmatch(one)
  if (chance < 0.98) return block(one, other)
}

async function openFeed(one: Person, now: number): Promise<void> {
  await succeed('social', one.id, social.listUsers, { query: { scope: 'discover' } })
  one.feedOpenedOn = dayOf(now)
}

async function choose(one: Person): Promise<void> {
  const ageMin = 18 + Math.floor(random() * 60)
  const genders = random() < 0.5 ? [] : [genderOf(pick(people).gender)]
  one.preferences = { genders, ageMin, ageMax: random() < 0.3 ? null : ageMin + Math.floor(random() * 10) }
  await succeed('social', one.id, discovery.setDiscoveryPreferences, { body: { ...one.preferences, lookingFor: [] } })
}

async function pass(one: Person, other: Person, now: number): Promise<void> {
  const pair = pairOf(one.id, other.id)
  if (pair.likes.has(one.id)) return
  await succeed('social', one.id, discovery.passUser, { body: { userId: other.id } })
  const last = pair.passedAt.get(one.id)
  if (last === undefined || now - last >= 30 * DAY_MS) pair.passedAt.set(one.id, now)
}

async function like(one: Person, other: Person, now: number): Promise<void> {
  const pair = pairOf(one.id, other.id)
  const { isMatch } = await succeed('social', one.id, social.likeUser, { body: { likedId: other.id } })
  pair.likes.add(one.id)
  pair.passedAt.delete(one.id)
  expect(isMatch).toBe(pair.likes.size === 2)
  if (isMatch && !pair.isMatch) Object.assign(pair, { isMatch: true, matchedAt: now })
}

async function likeBack(one: Person, now: number): Promise<void> {
  const open = pairsOf(one.id).filter(({ pair }) => pair.likes.size === 1 && !pair.likes.has(one.id) && !pair.isOver)
  const other = open.length > 0 ? people.find(({ id }) => id === pick(open).other) : undefined
  if (other) await like(one, other, now)
}

async function write(one: Person, now: number): Promise<void> {
  const matched = pairsOf(one.id).filter(({ pair }) => pair.isMatch)
  if (matched.length === 0) return
  await say(one, { id: pick(matched).other }, now)
}

async function say(one: Pick<Person, 'id'>, other: Pick<Person, 'id'>, now: number): Promise<void> {
  await vi.waitFor(async () => {
    const body = { receiverId: other.id, content: `Hello ${now}` }
    expect((await as('chat', one.id, chat.sendMessage, { body })).status).toBe(201)
  }, WAIT)
  const { firstMessageAt } = pairOf(one.id, other.id)
  if (!firstMessageAt.has(one.id)) firstMessageAt.set(one.id, now)
}

/** No seed may leave the group of members who got a reply under ten, even after seven members have left. */
async function talkInPairs(): Promise<void> {
  const now = Date.now()
  const present = members().filter(({ createdAt, hidden }) => createdAt < now && !hidden)
  for (let index = 0; index + 1 < Math.min(present.length, 2 * TALKING_PAIRS); index += 2) {
    const [one, other] = present.slice(index, index + 2) as [Person, Person]
    const { isMatch, isOver, isBlocked, likes } = pairOf(one.id, other.id)
    if (isMatch || isOver || isBlocked || likes.size > 0) continue
    await like(one, other, now)
    await like(other, one, now)
    await say(one, other, now)
    await say(other, one, now)
  }
}

async function unlike(one: Person): Promise<void> {
  const liked = pairsOf(one.id).filter(({ pair }) => pair.likes.has(one.id))
  if (liked.length === 0) return
  const { other, pair } = pick(liked)
  await succeed('social', one.id, social.unlikeUser, { params: { userId: other } })
  pair.likes.delete(one.id)
  // a pair matches once in this world, so that its match has one time
  if (pair.isMatch) Object.assign(pair, { isMatch: false, isOver: true })
}

async function unmatch(one: Person): Promise<void> {
  const matched = pairsOf(one.id).filter(({ pair }) => pair.isMatch)
  if (matched.length === 0) return
  const { other, pair } = pick(matched)
  await succeed('social', one.id, discovery.unmatchUser, { params: { userId: other } })
  pair.likes.clear()
  Object.assign(pair, { isMatch: false, isOver: true })
}

async function block(one: Person, other: Person): Promise<void> {
  const pair = pairOf(one.id, other.id)
  await succeed('chat', one.id, chat.blockUser, { body: { blockedUserId: other.id } })
  pair.likes.clear()
  Object.assign(pair, { isMatch: false, isBlocked: true })
}

async function leave(one: Person): Promise<void> {
  const { connectNats } = await import('@zing/kit/nats/connection')
  const { createLog } = await import('@zing/kit/observability/logger')
  const { request } = await import('@zing/testing/request')
  const { deleteUser } = await import('@zing/proto/nats/rpc/auth')
  const nats = connectNats(shared.NATS_URL, 'admin', createLog('admin', 'silent'))
  await nats.connection
  expect(await request(nats, deleteUser, { userId: one.id })).toEqual({ isDeleted: true })
  await nats.drain()
  one.isDeleted = true
}

/** Twelve reports of the last days, of which two moderators decide five. */
async function report(): Promise<void> {
  const [reporter, ...others] = members()
    .filter(({ hidden, hasPhoto }) => !hidden && !hasPhoto)
    .slice(-20)
  const moderators = [9_001, 9_002]
  for (const [index, { id: userId }] of others.slice(0, 9).entries()) {
    const at = end - (20 - index) * DAY_MS - HOUR_MS / 2
    vi.setSystemTime(at)
    if (!reporter || pairOf(reporter.id, userId).isBlocked) continue
    await succeed('admin', reporter.id, reportUser, { body: { userId, category: 'scam', block: false } })
    reports.push({ at, userId, decidedBy: null })
  }
  for (const [index, one] of reports.slice(0, 5).entries()) {
    vi.setSystemTime(end - (index < 2 ? 10 : 2) * DAY_MS)
    const moderator = moderators[index % 2] ?? 0
    const open = await succeed('admin', moderator, moderation.listCases, {}, 'moderator')
    const params = { id: open.find(({ user }) => user.id === one.userId)?.id ?? 0 }
    await succeed('admin', moderator, moderation.claimCase, { params }, 'moderator')
    const body = { action: 'dismiss', reason: 'no-violation' }
    await succeed('admin', moderator, moderation.decideCase, { params, body }, 'moderator')
    one.decidedBy = moderator
  }
}

/** The replicas follow 220 sign-ups and 1,200 acts, which takes a busy machine a while. */
const LONG_WAIT = { ...WAIT, timeout: 120_000 }

/** The replicas know every member, block and deletion; auth tells nobody of accounts that wait. */
async function hasSettled(): Promise<void> {
  const gone = people.filter(({ isDeleted }) => isDeleted).map(({ id }) => id)
  const [pairs, replicas, conversations] = [
    databaseOf('social').collection('pairs'),
    databaseOf('social').collection('people'),
    databaseOf('chat').collection('conversations'),
  ]
  const blocked = await conversations.countDocuments({ 'blockedBy.0': { $exists: true } })
  await vi.waitFor(async () => {
    expect(await pairs.countDocuments({ members: { $in: gone } })).toBe(0)
    expect(await conversations.countDocuments({ members: { $in: gone } })).toBe(0)
    expect(await replicas.countDocuments()).toBe(members().filter(({ isDeleted }) => !isDeleted).length)
    expect(await pairs.countDocuments({ blocked: true })).toBeGreaterThanOrEqual(
      await conversations.countDocuments({ 'blockedBy.0': { $exists: true } }),
    )
    expect(await pairs.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0)
  }, LONG_WAIT)
  expect(blocked).toBeGreaterThan(0)
}

function fetchDashboard(query: Record<string, string> = {}): Promise<Dashboard> {
  return succeed('admin', 1, getDashboard, { query }, 'admin')
}

async function counted(query: Record<string, string>): Promise<Dashboard> {
  return vi.waitFor(async () => {
    const found = await fetchDashboard(query)
    expect([found.signUps, found.meetings, found.talks, found.workload]).not.toContain(null)
    return found
  }, PACED)
}

const group = (many: unknown[]) => (many.length < 10 ? null : many.length)
const isActive = ({ feedOpenedOn }: Person) => feedOpenedOn !== null && dayOf(end) - feedOpenedOn < 28

/** All numbers once more, from what the members have done. */
function recount(from: string, to: string) {
  const [first, last] = [dayOf(Date.parse(from)), dayOf(Date.parse(to))]
  const cohort = members().filter(({ createdAt }) => dayOf(createdAt) >= first && dayOf(createdAt) <= last)
  const having = (holds: (one: Person) => boolean) => group(cohort.filter(holds))
  const matchesOf = ({ id }: Person) =>
    pairsOf(id).flatMap(({ pair }) => (pair.matchedAt === null ? [] : [pair.matchedAt]))
  const repliesOf = ({ id }: Person) =>
    pairsOf(id).flatMap(({ pair: { firstMessageAt } }) =>
      firstMessageAt.size < 2 ? [] : [Math.max(...firstMessageAt.values())],
    )
  const median = (timesOf: (one: Person) => number[]) =>
    middleOf(
      cohort.flatMap((one) => (timesOf(one).length > 0 ? [hoursFrom(one.createdAt, Math.min(...timesOf(one)))] : [])),
    )
  const oldEnough = (days: number) => cohort.filter(({ createdAt }) => dayOf(end) - dayOf(createdAt) >= days)
  const stay = (days: number) => ({
    members: group(oldEnough(days)),
    stayed: group(
      oldEnough(days).filter(
        ({ createdAt, feedOpenedOn }) => feedOpenedOn !== null && feedOpenedOn - dayOf(createdAt) >= days,
      ),
    ),
  })
  const active = members().filter(isActive)
  const hourEnd = end - (end % HOUR_MS)
  const inHour = (daysAgo: number) =>
    people.filter(({ isDeleted, createdAt }) => {
      const start = hourEnd - HOUR_MS - daysAgo * DAY_MS
      return !isDeleted && createdAt >= start && createdAt < start + HOUR_MS
    })
  const usual = Array.from({ length: 28 }, (_, day) => inHour(day + 1).length).reduce((sum, one) => sum + one, 0)
  const byLabel = Map.groupBy(cohort, ({ label }) => label)
  return {
    members: group(cohort),
    days: Array.from({ length: last - first + 1 }, (_, index) => ({
      day: dayName(first + index),
      members: group(cohort.filter(({ createdAt }) => dayOf(createdAt) === first + index)),
    })),
    sources: [...byLabel]
      .filter(([, { length }]) => length >= 10)
      .map(([label, { length }]) => `${label} ${length}`)
      .sort(),
    otherSources: group([...byLabel].filter(([, { length }]) => length < 10).flatMap(([, many]) => many)),
    withPhoto: having(({ hasPhoto }) => hasPhoto),
    lastHour: group(inHour(0)),
    usualHour: usual < 10 ? null : Math.round((usual / 28) * 10) / 10,
    liked: having((one) => pairsOf(one.id).some(({ pair }) => pair.likes.has(one.id) || pair.matchedAt !== null)),
    matched: having((one) => matchesOf(one).length > 0),
    hoursToMatch: median(matchesOf),
    after7Days: stay(7),
    after28Days: stay(28),
    active: group(active),
    emptyFeed:
      active.length < 10
        ? null
        : { asked: active.length, empty: group(active.filter((one) => !world.seesSomebody(one, end))) },
    wrote: having((one) => pairsOf(one.id).some(({ pair }) => pair.firstMessageAt.has(one.id))),
    replied: having((one) => repliesOf(one).length > 0),
    hoursToReply: median(repliesOf),
    reports: reports.filter(({ at }) => dayOf(at) >= first && dayOf(at) <= last).length,
  }
}

const windows = [
  { from: dayName(dayOf(end) - 59), to: dayName(dayOf(end)) },
  { from: dayName(dayOf(end) - 27), to: dayName(dayOf(end)) },
  { from: dayName(dayOf(end) - 50), to: dayName(dayOf(end) - 20) },
  { from: dayName(dayOf(end) - 19), to: dayName(dayOf(end) - 18) },
]

test.each(windows)(
  'every number from $from to $to equals a recount of the acts (10.dashboard.numbers)',
  async (window) => {
    const { from, to, signUps, meetings, talks, workload } = await counted(window)
    expect([from <= window.from, to >= window.to]).toEqual([true, true])
    if (!signUps || !meetings || !talks || !workload) throw new Error('not counted')
    const { liked, matched, hoursToMatch, after7Days, after28Days, active, emptyFeed } = meetings
    const { wrote, replied, hoursToReply } = talks
    const { members, otherSources, withPhoto, lastHour, usualHour } = signUps
    expect({
      ...{ members, days: signUps.byDay, otherSources, withPhoto, lastHour, usualHour },
      sources: signUps.sources.map((one) => `${one.label} ${one.members}`).sort(),
      ...{ liked, matched, hoursToMatch, after7Days, after28Days, active, emptyFeed },
      ...{ wrote, replied, hoursToReply, reports: workload.reports },
    }).toEqual(recount(from, to))
  },
)

test('the balance of genders and ages equals a recount of the acts (10.dashboard.numbers)', async () => {
  const { meetings } = await counted({})
  const active = members().filter(isActive)
  expect(meetings?.balance).toHaveLength(20)
  for (const { gender, ageFrom, ageTo, ...counts } of meetings?.balance ?? []) {
    const ages = Array.from({ length: (ageTo ?? 120) - ageFrom + 1 }, (_, index) => ageFrom + index)
    const wants = ({ preferences: { genders, ageMin, ageMax } }: Person) =>
      (genders.length === 0 || genders.includes(gender)) &&
      ages.some((age) => age >= (ageMin ?? 0) && age <= (ageMax ?? 999))
    const are = active.filter((one) => !one.hidden && genderOf(one.gender) === gender && ages.includes(one.age))
    expect({ gender, ageFrom, ...counts }).toEqual({
      gender,
      ageFrom,
      members: group(are),
      seekers: group(active.filter(wants)),
    })
  }
})

test('the workload equals a recount of the reports and decisions (10.dashboard.numbers)', async () => {
  const { workload } = await counted({})
  const open = reports.filter(({ decidedBy }) => decidedBy === null)
  expect(workload).toMatchObject({
    openCases: open.length,
    oldestCaseHours: Math.floor((end - Math.min(...open.map(({ at }) => at))) / HOUR_MS),
    activeModerators: 2,
  })
})

test('what media take equals a recount of their documents (10.dashboard.numbers)', async () => {
  const { talks } = await counted({})
  const stored = await databaseOf('chat').collection<Medium>('media').find().toArray()
  const senders = new Set(stored.map(({ senderId }) => senderId)).size
  expect(senders).toBeGreaterThan(10)
  expect(talks?.media).toEqual({ bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0), senders })
})

test('windows differ by ten members or more, or by none (10.dashboard.groups)', async () => {
  const days = Array.from({ length: 12 }, (_, index) => dayName(dayOf(end) - 59 + index * 5))
  const sizes = await Promise.all(
    days.map(async (from) => {
      const { signUps, ...window } = await counted({ from, to: dayName(dayOf(end)) })
      return [signUps?.members ?? 0, recount(window.from, window.to).members ?? 0]
    }),
  )
  for (const [index, [shown = 0, recounted]] of sizes.entries()) {
    expect(shown).toBe(recounted)
    const less = shown - (sizes[index + 1]?.[0] ?? shown)
    expect(less === 0 || less >= 10, `${sizes}`).toBe(true)
  }
})

test('no group under ten is shown, and nothing names a member (10.dashboard.hidden)', async () => {
  const { signUps, talks } = await counted(windows[0] ?? {})
  expect([signUps?.members, signUps?.withPhoto, talks?.replied]).not.toContain(null) // the world is large enough
  for (const window of windows) {
    const { signUps, meetings, talks } = await counted(window)
    const { usualHour: _, at: _at, ...groups } = signUps ?? {}
    const { hoursToMatch: _hours, balance = [], ...met } = meetings ?? {}
    const { hoursToReply: _reply, media: _media, ...talked } = talks ?? {}
    const sizes = balance.map(({ members, seekers }) => ({ members, seekers }))
    expect(numbersIn([groups, met, talked, sizes]).filter((one) => one < 10)).toEqual([])
    expect(JSON.stringify(signUps)).not.toContain('Rare')
  }
  const stored = await Promise.all(
    (['auth', 'social', 'chat', 'admin'] as const).map((service) =>
      databaseOf(service).collection('hourly_results').find().toArray(),
    ),
  )
  const naming = people.filter(({ id: userId }) =>
    stored.flat().some((one) => fieldsNaming({ userId, username: `user${userId}` }, 'hourly_results', one).length > 0),
  )
  expect(stored.flat().filter(({ _id }) => String(_id).includes('dashboard'))).toHaveLength(4)
  expect(naming).toEqual([])
})

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

test('only an admin gets the dashboard', async () => {
  expect((await as('admin', 1, getDashboard)).status).toBe(403)
  expect((await as('admin', 1, getDashboard, {}, 'moderator')).status).toBe(403)
  expect(
    (await as('admin', 1, getDashboard, { query: { from: '2026-02-02', to: '2026-02-01' } }, 'admin')).status,
  ).toBe(400)
})
