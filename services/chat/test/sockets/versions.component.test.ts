import type { Versions } from '@zing/proto/frames/server'
import * as contract from '@zing/proto/http/chat'
import { REACTIONS } from '@zing/proto/messages'
import { matchEnded } from '@zing/proto/nats/events'
import { RPC_TIMEOUT_MS } from '@zing/proto/nats/rpc/contract'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'

const chat = await setupChat()
const { newUser, newMatch, openSocket, sendMessage, notificationVersions } = chat

/** Connects as a client that asks for versions, and leaves. */
async function versionsOf(user: TestUser, url = chat.chat.url): Promise<Versions | undefined> {
  const socket = await openSocket(user, url)
  socket.send({ type: 'AUTH', userId: user.userId, withVersions: true })
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(1), WAIT)
  socket.ws.terminate()
  return socket.of('CONNECTED')[0]?.versions
}

test('versions stay while nothing changes, on every process, and an old client gets none (10.storm.resume)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  notificationVersions.set(ada.userId, 'first')
  const versions = await versionsOf(ada)
  expect(versions).toEqual({ matches: expect.any(String), messages: expect.any(String), notifications: 'first' })
  expect(await versionsOf(ada, chat.secondInstance.url)).toEqual(versions)
  await chat.connect(ada) // its CONNECTED has the user alone
})

test('what the server cannot tell has no version, and the client connects all the same (10.storm.resume)', async () => {
  const ada = newUser()
  expect(await versionsOf(ada)).toEqual({ matches: expect.any(String), messages: expect.any(String) }) // too many entries
  chat.delayRpc(RPC_TIMEOUT_MS * 3)
  expect(await versionsOf(ada)).toEqual({ matches: expect.any(String), messages: expect.any(String) })
})

test('the end of a match changes the version of matches (10.storm.resume)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const before = await versionsOf(ada)
  const userIds: [number, number] = [ada.userId, ben.userId]
  await chat.publishEvent(matchEnded, { userIds: userIds.sort((a, b) => a - b) as typeof userIds }, { rev: 9 })
  await chat.eventsHandled()
  expect((await versionsOf(ada))?.matches).not.toBe(before?.matches)
})

test('a block by somebody without a match changes the version of matches (10.storm.resume)', async () => {
  const [ada, mallory] = [newUser('Ada'), newUser('Mallory')]
  const before = await versionsOf(ada)
  await mallory.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  const after = await versionsOf(ada)
  expect(after?.matches).toEqual(expect.any(String))
  expect(after?.matches).not.toBe(before?.matches)
})

const STEPS = 25

test('after random changes a client that fetches by versions shows what is stored (INV-9)', async () => {
  const seed = Number(process.env.VERSIONS_SEED ?? 11)
  const random = createRandom(seed)
  const me = newUser('Ada')
  const partners = ['Ben', 'Cleo', 'Dan'].map((name) => newUser(name))
  for (const partner of partners) {
    const [lo, hi] = [me, partner].sort((a, b) => a.userId - b.userId) as [TestUser, TestUser]
    chat.setPair(lo, hi, { matchedAt: new Date().toISOString(), rev: 2 })
    await sendMessage(partner, me, 'hello')
  }

  async function fetchAll() {
    const conversations = (await me.call(contract.listConversations)).body
    const blocks = (await me.call(contract.listBlocks)).body
    const pages = await Promise.all(
      partners.map(async ({ userId: id }) => (await me.call(contract.listMessages, { params: { id } })).body),
    )
    return {
      messages: { conversations, pages },
      matches: { ids: conversations.map((one) => one.partnerId).sort(), blocks },
    }
  }

  const history: string[] = []
  async function change(): Promise<void> {
    const partner = random.pick(partners)
    const [one, other] = random.pick([
      [me, partner],
      [partner, me],
    ] as const)
    const params = { id: other.userId }
    const page = (await other.call(contract.listMessages, { params: { id: one.userId } })).body
    const message = Array.isArray(page) && page.length > 0 ? random.pick(page) : null
    const op = random.pick([
      'send',
      'send',
      'read',
      'react',
      'unreact',
      'delete',
      'markAllRead',
      'block',
      'unblock',
    ] as const)
    history.push(`${one.userId} ${op} ${other.userId}`)
    if (op === 'send') await sendMessage(one, other, `message ${history.length}`)
    if (op === 'read') await one.call(contract.readMessages, { params })
    if (op === 'markAllRead') await one.call(contract.markAllRead)
    if (op === 'react' && message)
      await one.call(contract.setReaction, { params: { id: message.id }, body: { emoji: random.pick(REACTIONS) } })
    if (op === 'unreact' && message) await one.call(contract.removeReaction, { params: { id: message.id } })
    if (op === 'delete' && message) await one.call(contract.deleteMessage, { params: { id: message.id } })
    if (op === 'block' && random.pick([true, false, false]))
      await one.call(contract.blockUser, { body: { blockedUserId: other.userId } })
    if (op === 'unblock') await one.call(contract.unblockUser, { params })
  }

  let shown = await fetchAll()
  let known: Versions = {}
  let kept = 0
  for (let step = 0; step < STEPS; step++) {
    if (random.pick([true, true, false])) await change()
    const { url } = random.pick([chat.chat, chat.secondInstance])
    // receipts of the fetches themselves come a little later, as frames or with another version
    await vi.waitFor(async () => {
      const versions = (await versionsOf(me, url)) ?? {}
      const fresh = await fetchAll()
      const isSame = (part: 'matches' | 'messages') => versions[part] === known[part]
      if (!isSame('matches')) shown = fresh
      else if (!isSame('messages')) shown = { ...shown, messages: fresh.messages }
      else kept += 1
      known = versions
      expect(shown, `seed ${seed}: ${history.join(', ')}`).toEqual(fresh)
    }, WAIT)
  }
  expect(kept).toBeGreaterThan(STEPS / 8)
}, 60_000)

/** The seed repeats a run. */
function createRandom(seed: number) {
  let state = seed
  function next(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T } // never empty here
}
