import { randomBytes } from 'node:crypto'
import { hashPassword } from '@zing/auth/credentials/passwords'
import { createModels as authModels } from '@zing/auth/models/models'
import { createSessionTokens } from '@zing/auth/sessions/session-tokens'
import { createModels as chatModels } from '@zing/chat/models/models'
import { keyOf } from '@zing/kit/env'
import { LOCAL_COOKIE } from '@zing/proto/headers'
import { SESSION_TTL_SECONDS } from '@zing/proto/limits'
import { createModels as socialModels } from '@zing/social/models/models'
import type { Connection } from 'mongoose'

export interface BenchUser {
  id: number
  username: string
  sid: string
  cookie: string
}

export const PASSWORD = 'correct horse'
const PASSWORD_HASH = await hashPassword(PASSWORD)
const BATCH = 1_000

/**
 * Inserts users with a session each into auth's database. Registering thousands would take longer than the benchmark.
 */
export async function insertUsers(
  auth: Connection,
  sessionSecret: string,
  firstId: number,
  count: number,
): Promise<BenchUser[]> {
  const { User, Session } = authModels(auth)
  const tokens = createSessionTokens(keyOf(sessionSecret), SESSION_TTL_SECONDS)
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + SESSION_TTL_SECONDS * 1_000)
  const users = Array.from({ length: count }, (_, index) => {
    const [id, sid] = [firstId + index, randomBytes(16).toString('hex')]
    return { id, username: `bench.${id}`, sid, cookie: `${LOCAL_COOKIE}=${tokens.sign(id, sid)}` }
  })
  for (let first = 0; first < count; first += BATCH) {
    const batch = users.slice(first, first + BATCH)
    const profile = {
      passwordHash: PASSWORD_HASH,
      name: 'Bench User',
      age: 30,
      gender: 'female',
      orientation: 'bisexual',
    }
    await User.insertMany(
      batch.map(({ id, username }) => ({
        ...profile,
        _id: id,
        username,
        usernameKey: username,
        createdAt,
        rev: 1,
        epoch: 0,
      })),
    )
    await Session.insertMany(batch.map(({ id, sid }) => ({ _id: sid, userId: id, createdAt, expiresAt, epoch: 0 })))
  }
  return users
}

/** Inserts matches of users 0 and 1, 2 and 3, and so on, into social's database. */
export async function insertMatches(social: Connection, users: BenchUser[]): Promise<void> {
  const { Pair } = socialModels(social)
  const at = new Date()
  await Pair.insertMany(
    pairsOf(users).map((members) => ({
      _id: members.join(':'),
      members,
      loLikedAt: at,
      hiLikedAt: at,
      liked: members,
      matchedAt: at,
      rev: 1,
      epoch: 0,
    })),
  )
}

/** Inserts the conversations of these matches into chat's database. */
export async function insertConversations(chat: Connection, users: BenchUser[]): Promise<void> {
  const { Conversation } = chatModels(chat)
  const matchedAt = new Date()
  await Conversation.insertMany(
    pairsOf(users).map((members) => ({
      _id: members.join(':'),
      members,
      matched: true,
      matchedAt,
      matchRev: 1,
      activeAt: matchedAt,
      epoch: 0,
    })),
  )
}

const FIRST_MESSAGE_ID = 1_000_000_001 // above the ids that the product assigns
const SENTENCES = [
  'See you tomorrow at eight?',
  'I have never been there, but I would love to.',
  'Ha, that is so true!',
]

/** Inserts a history into the conversation of two users, who write in turn. */
export async function insertMessages(chat: Connection, pair: BenchUser[], count: number): Promise<void> {
  const { Conversation, Message } = chatModels(chat)
  const [members = []] = pairsOf(pair)
  const conv = members.join(':')
  const now = Date.now()
  for (let first = 0; first < count; first += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => first + offset)
    // bypasses mongoose documents, which would take a minute
    await chat.collection<{ _id: number }>(Message.collection.name).insertMany(
      indexes.map((index) => ({
        _id: FIRST_MESSAGE_ID + index,
        conv,
        seq: index + 1,
        senderId: members[index % 2],
        content: `${SENTENCES[index % SENTENCES.length]} ${index} ${'And so on. '.repeat(index % 7)}`,
        createdAt: new Date(now - (count - index) * 1_000),
        epoch: 0,
      })),
    )
  }
  await Conversation.updateOne({ _id: conv }, { $set: { seq: count } })
}

/** Pairs of neighbours, with the smaller id first. */
function pairsOf(users: BenchUser[]): [number, number][] {
  return users.flatMap(({ id }, index) => {
    const partner = users[index + 1]
    return index % 2 === 0 && partner ? [[id, partner.id] as [number, number]] : []
  })
}
