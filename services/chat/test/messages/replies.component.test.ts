import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { QUOTE_MAX } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const { db, secondInstance, newUser, newMatch, setPair, onSecondInstance, connect, sendMessage, listMessages } =
  await setupChat()

interface Reply {
  content?: string
  clientMessageId?: string
  replyToId: unknown
}

function reply(from: Pick<TestUser, 'call'>, to: TestUser, { content = 'Yes!', ...more }: Reply) {
  return from.call(contract.sendMessage, { body: { receiverId: to.userId, content, ...more } })
}

async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const filter = { _id: conversationOf(a, b), 'pending.0': { $exists: true } }
  await vi.waitFor(
    async () => expect(await db.collection<{ _id: string }>('conversations').countDocuments(filter)).toBe(0),
    WAIT,
  )
}

test('a reply quotes a pending or stored message, for both members and on both ways (10.chat.reply)', async () => {
  const [ada, ben] = newMatch()
  const { body: asked } = await sendMessage(ada, ben, 'Seven a.m.?')
  const replyTo = { id: asked.id, seq: 1, senderId: ada.userId, content: 'Seven a.m.?' }
  const [adaTab, benTab] = [await connect(ada, secondInstance.url), await connect(ben)]
  const posted = await reply(ben, ada, { replyToId: asked.id })
  expect([posted.status, posted.body.replyTo]).toEqual([201, replyTo])
  await vi.waitFor(() => expect(adaTab.of('NEW_MESSAGE')).toMatchObject([{ message: { seq: 2, replyTo } }]), WAIT)

  await flushed(ada, ben)
  const clientMessageId = randomUUID()
  benTab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: ada.userId, content: 'No', replyToId: asked.id })
  await vi.waitFor(() => expect(benTab.of('MESSAGE_SENT').at(-1)?.message).toMatchObject({ seq: 3, replyTo }), WAIT)
  await flushed(ada, ben)
  for (const [user, partner] of [
    [ada, ben],
    [onSecondInstance(ben), ada],
  ] as const)
    expect((await listMessages(user, partner)).map((message) => message.replyTo)).toEqual([undefined, replyTo, replyTo])
})

test('a quote has the first 200 characters, and an emoji is not cut in two', async () => {
  const [ada, ben] = newMatch()
  const { body: asked } = await sendMessage(ada, ben, '😂'.repeat(QUOTE_MAX + 1))
  const { body } = await reply(ben, ada, { replyToId: asked.id })
  expect(body.replyTo?.content).toBe('😂'.repeat(QUOTE_MAX))
})

test('a retry with the same key returns the stored reply, even without its quote', async () => {
  const [ada, ben] = newMatch()
  const { body: asked } = await sendMessage(ada, ben, 'one')
  const { body: other } = await sendMessage(ada, ben, 'two')
  const clientMessageId = randomUUID()
  const first = await reply(ben, ada, { clientMessageId, replyToId: asked.id })
  for (const replyToId of [asked.id, other.id, undefined]) {
    const again = await reply(onSecondInstance(ben), ada, { clientMessageId, replyToId })
    expect([again.status, again.body]).toEqual([201, first.body])
  }
  expect(await listMessages(ada, ben)).toHaveLength(3)
})

test('SEC-22 a message of another conversation cannot be quoted, and no foreign text is returned', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser('Cleo')
  setPair(ada, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  const { body: secret } = await sendMessage(cleo, ada, 'secret')
  await sendMessage(ada, ben, 'hi')
  for (const replyToId of [secret.id, secret.id + 1_000_000]) {
    const refused = await reply(ben, ada, { replyToId })
    expect([refused.status, refused.body]).toEqual([400, errors.foreignReply().body])
    expect((await reply(ada, ben, { replyToId })).status).toBe(400) // ada knows it from another chat
  }
  await flushed(ada, cleo)
  expect((await reply(ada, ben, { replyToId: secret.id })).status).toBe(400)
  expect(await listMessages(ada, ben)).toHaveLength(1)
})

test('a stranger and a blocked user get the same refusal as without a quote, on both ways', async () => {
  const [ada, ben] = newMatch()
  const mallory = newUser('Mallory')
  const { body: asked } = await sendMessage(ada, ben, 'hi')
  expect(await reply(mallory, ada, { replyToId: asked.id })).toMatchObject({
    status: 403,
    body: errors.mayNotMessage().body,
  })
  const benTab = await connect(ben)
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  const clientMessageId = randomUUID()
  benTab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: ada.userId, content: 'hi', replyToId: asked.id })
  await vi.waitFor(
    () =>
      expect(benTab.of('ERROR')).toMatchObject([
        { status: 403, message: errors.mayNotMessage.message, clientMessageId },
      ]),
    WAIT,
  )
})

test.each([0, -1, '1', 1.5, {}])('the reply id %j is rejected', async (replyToId) => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const refused = await reply(ben, ada, { replyToId })
  expect([refused.status, refused.body]).toEqual([400, errors.invalidRequest({ message: 'Invalid reply ID' }).body])
})
