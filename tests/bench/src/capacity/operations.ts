import { createHash, randomInt, randomUUID } from 'node:crypto'
import { createModels as authModels } from '@zing/auth/models/models'
import { newKey } from '@zing/blobs/key'
import { pathOf } from '@zing/proto/endpoint'
import { getSelfie, getUser, login, registerUser } from '@zing/proto/http/auth'
import { listConversations, listMessages } from '@zing/proto/http/chat'
import { likeUser, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import type { Bench } from '../bench.ts'
import { insertFeedUsers, positionOf } from '../feed-users.ts'
import { type Chat, openChat, pairsOf, participantsOf } from '../load/chat.ts'
import { productTarget } from '../load/target.ts'
import { type BenchUser, PASSWORD } from '../users.ts'
import type { Operation } from './model.ts'
import { type PhotoMessages, preparePhotoMessages } from './photo-message.ts'
import { PHOTO_BYTES } from './plan.ts'

const FEED_SIZE = 20_000
const USERS_WITH_PHOTO = 40
const PHOTO_VERSION = 900_000_000
/** Each of them gets about as many likes as a user in a day. */
const LIKED_USERS = 50
/** A user in a session calls every few seconds, so a gateway checks its sessions together. A start has a new session. */
const USERS_IN_SESSION = 100
/** The calls of a client that starts. */
const START_CALLS = [getUser, listUsers, listMatches, listConversations, listNotifications]

export interface Operations {
  run: Record<Operation, (index: number) => Promise<void>>
  /** The call beside which the others are measured. */
  getUser(index: number): Promise<void>
  /** A photo that its viewer has had moments ago. */
  photoAgain(index: number): Promise<void>
  photoMessages: PhotoMessages
  /** Sockets of the writing users, whose clients confirm each message. */
  chat: Chat
  close(): void
}

/** Prepares users, profiles and photos. Returns a function for each operation, in which `index` picks the user. */
export async function prepareOperations(bench: Bench): Promise<Operations> {
  const { chatUsers, users, request } = bench
  const others = users.slice(chatUsers.length)
  const present = others.slice(0, USERS_IN_SESSION)
  const pairs = pairsOf(chatUsers)
  await insertOnce(bench)
  const target = productTarget(bench.product.url, { hasReceipts: true })
  const chat = await openChat(target, chatUsers)
  const run = randomUUID().slice(0, 8)
  const photoOf = (viewer: BenchUser, owner: BenchUser) => {
    const path = pathOf(getSelfie, { userId: owner.id, version: PHOTO_VERSION + owner.id })
    return request(`${path}?size=small`, { cookie: viewer.cookie })
  }
  const firstLiked = randomInt(FEED_SIZE / 2) // another part may have liked other users

  return {
    chat,
    photoMessages: await preparePhotoMessages(bench, pairs.slice(0, USERS_WITH_PHOTO / 2)),
    close: chat.close,
    getUser: (index) => request(pathOf(getUser), { cookie: userAt(present, index).cookie }),
    photoAgain(index) {
      const [viewer, owner] = participantsOf(pairs.slice(0, USERS_WITH_PHOTO / 2), index)
      return photoOf(viewer, owner)
    },
    run: {
      async 'app start'(index) {
        const user = userAt(others, index)
        const socket = await target.connect(user, () => {})
        await Promise.all(START_CALLS.map((endpoint) => request(pathOf(endpoint), { cookie: user.cookie })))
        socket.close()
      },
      async message(index) {
        const content = `${run} ${index}`
        const shown = chat.shown(content)
        await chat.send(...participantsOf(pairs, index), content)
        await shown
      },
      'feed page': (index) => target.feed(userAt(chatUsers, index), index % 2 === 0 ? null : positionOf(FEED_SIZE / 2)),
      async 'messages page'(index) {
        const [reader, partner] = participantsOf(pairs, index)
        await request(pathOf(listMessages, { id: partner.id }), { cookie: reader.cookie })
      },
      photo(index) {
        const owner = userAt(chatUsers.slice(0, USERS_WITH_PHOTO), index + Math.floor(index / present.length))
        return photoOf(userAt(present, index), owner) // each viewer's first request of this photo
      },
      async like(index) {
        const liked = positionOf(firstLiked + ((index + Math.floor(index / present.length)) % LIKED_USERS))
        const [liker, likedId] = [userAt(present, index), liked.id]
        await request(pathOf(likeUser), { cookie: liker.cookie }, { likedId })
      },
      async login(index) {
        await request(pathOf(login), {}, { username: userAt(others, index).username, password: PASSWORD })
      },
      async registration(index) {
        const details = { name: 'Bench User', age: 30, gender: 'other', orientation: 'other' }
        await request(pathOf(registerUser), {}, { ...details, username: `r.${run}.${index}`, password: PASSWORD })
      },
    },
  }
}

/** Inserts profiles for the feed, and photos, unless another part has inserted them. */
async function insertOnce(bench: Bench): Promise<void> {
  const social = await bench.database('zing_social')
  if ((await social.collection('people').countDocuments()) < FEED_SIZE) await insertFeedUsers(social, 0, FEED_SIZE)
  const auth = await bench.database('zing_auth')
  if ((await auth.collection('selfies').countDocuments()) === 0)
    await insertPhotos(bench, bench.chatUsers.slice(0, USERS_WITH_PHOTO))
}

async function insertPhotos(bench: Bench, users: BenchUser[]): Promise<void> {
  const { Blob, Selfie, User } = authModels(await bench.database('zing_auth'))
  const sizes = { jpeg: 0.6, medium: 0.3, small: 0.1 }
  const createdAt = new Date()
  for (const { id } of users) {
    const version = PHOTO_VERSION + id
    const photoFolder = newKey()
    const key = `${photoFolder}/${version}`
    await Blob.insertMany(
      Object.entries(sizes).map(([size, share]) => {
        const bytes = Buffer.alloc(share * PHOTO_BYTES, 1)
        return { _id: `${key}/${size}`, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), createdAt }
      }),
    )
    await Selfie.create({ _id: version, userId: id, key, createdAt, epoch: 0 })
    await User.updateOne({ _id: id }, { $set: { selfieVersion: version, photoFolder } })
  }
}

function userAt(users: BenchUser[], index: number): BenchUser {
  const user = users[index % users.length]
  if (!user) throw new Error('no users')
  return user
}
