import { randomUUID } from 'node:crypto'
import { listBlocks, listConversations } from '@zing/proto/http/chat'
import { getProfile, listMatches, listNotifications } from '@zing/proto/http/social'
import type { Conversation } from '@zing/proto/messages'
import { aboutIdOf } from '@zing/proto/notifications'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { checkMeeting, type View } from '../../checks/meetings.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run } from '../call.ts'
import type { TestUser } from '../test-users.ts'
import { read } from '../workload.ts'
import { readFeed } from './feed.ts'
import type { MatchClient, Meeting } from './match-client.ts'

/** At most this many users read the whole feed: it grows with the run. The others read the page of each user they met. */
const FEEDS = 100

/** All data that a user can read about others. */
interface Reading {
  client: MatchClient
  profiles: Map<number, PublicProfile>
  matches: Set<number>
  conversations: Map<number, Conversation>
  blocks: Set<number>
  notifications: { id: number; type: string; aboutId: number | null }[]
}

/** Compares data that users who met read about each other, and their clients' state, with the confirmed actions. */
export async function checkMeetings(run: Run, meetings: Meeting[]): Promise<Violation[]> {
  const clients = [...new Set(meetings.flatMap(({ one, other }) => [one, other]))]
  const readings = new Map<MatchClient, Reading>()
  const violations: Violation[] = []
  const feedEvery = Math.ceil(clients.length / FEEDS)
  for (const [index, client] of clients.entries()) {
    const reading = await readAll(run, client, index % feedEvery === 0 ? null : metBy(client, meetings))
    if (reading) readings.set(client, reading)
    else violations.push({ invariant: 'INV-7', text: `${client.person.id} cannot read feed, matches or conversations` })
  }
  for (const { one, other, isCertain, ...did } of meetings) {
    const [ofOne, ofOther] = [readings.get(one), readings.get(other)]
    if (!isCertain || !ofOne || !ofOther) continue
    const names: [number, number] = [one.person.id, other.person.id]
    const views: [View, View] = [viewOf(ofOne, other.person), viewOf(ofOther, one.person)]
    violations.push(...checkMeeting({ names, ...did, views }))
  }
  return [
    ...violations,
    ...[...readings.values()].flatMap((reading) => [
      ...checkShownNotifications(reading),
      ...checkLikeCount(reading, [...readings.values()], meetings),
    ]),
  ]
}

function viewOf({ client, profiles, matches, conversations, blocks, notifications }: Reading, { id }: TestUser): View {
  const count = (type: string) => notifications.filter((one) => one.type === type && one.aboutId === id).length
  return {
    profile: profiles.get(id) ?? null,
    isListedMatch: matches.has(id),
    hasConversation: conversations.has(id),
    hasBlocked: blocks.has(id),
    likeNotifications: count('LIKE'),
    matchNotifications: count('MATCH'),
    isShownMatch: client.matches().includes(id),
    lastMessageId: conversations.get(id)?.lastMessage?.id ?? null,
    unread: conversations.get(id)?.unread ?? 0,
    shownMessages: client.messages,
  }
}

/** Each notification reached the client by a fetch or a frame (INV-9). */
function checkShownNotifications({ client, notifications }: Reading): Violation[] {
  const missing = notifications.filter(({ id }) => !client.notifications.has(id))
  if (missing.length === 0) return []
  const text = `${client.person.id} is not shown ${missing.length} of ${notifications.length} notifications`
  return [{ invariant: 'INV-9', text }]
}

/** Others see the actual number of a user's likes (INV-7). */
function checkLikeCount({ client }: Reading, readings: Reading[], meetings: Meeting[]): Violation[] {
  const own = meetings.filter(({ one, other }) => one === client || other === client)
  if (own.some(({ isCertain }) => !isCertain)) return []
  const expected = own.filter(
    ({ one, likes, isBlocked }) => !isBlocked && (one === client ? likes[1] : likes[0]),
  ).length
  const { id } = client.person
  const shown = new Set(readings.flatMap(({ profiles }) => profiles.get(id)?.likeCount ?? []))
  if ([...shown].every((count) => count === expected)) return []
  return [{ invariant: 'INV-7', text: `${id} has ${expected} likes, shown as ${[...shown].join(' and ')}` }]
}

function metBy(client: MatchClient, meetings: Meeting[]): TestUser[] {
  return meetings.flatMap(({ one, other }) => (one === client ? other.person : other === client ? one.person : []))
}

/** Reads the profiles of `met`, or of the whole feed if it is null. */
async function readAll(run: Run, client: MatchClient, met: TestUser[] | null): Promise<Reading | null> {
  const { person } = client
  const [profiles, matches, conversations, blocks, notifications] = await Promise.all([
    met ? readProfiles(run, person, met) : readFeed(run, person),
    read(run, person, listMatches),
    read(run, person, listConversations),
    read(run, person, listBlocks),
    read(run, person, listNotifications),
  ])
  if (!profiles || !matches || !conversations || !blocks || !notifications) return null
  return {
    client,
    profiles: new Map(profiles.map((profile) => [profile.id, profile])),
    matches: new Set(matches.map(({ id }) => id)),
    conversations: new Map(conversations.map((conversation) => [conversation.partnerId, conversation])),
    blocks: new Set(blocks),
    notifications: notifications.map(({ id, type, payload }) => ({ id, type, aboutId: aboutIdOf({ payload }) })),
  }
}

/** Leaves out users whose profile is not found; null if a call fails. */
async function readProfiles(run: Run, caller: TestUser, people: TestUser[]): Promise<PublicProfile[] | null> {
  const profiles: PublicProfile[] = []
  for (const { id } of people) {
    const operation = { op: 'final read', key: randomUUID(), caller }
    const { body, status } = await attempt(run, operation, getProfile, { params: { id } })
    if (!body && status !== 404) return null
    if (body) profiles.push(body)
  }
  return profiles
}
