import { randomUUID } from 'node:crypto'
import { decode } from '@zing/kit/nats/connection'
import * as contract from '@zing/proto/http/chat'
import { blockCreated, EVENTS_STREAM } from '@zing/proto/nats/events'
import { connectForTest } from '@zing/testing/events'
import { replicatingNats, startNatsCluster } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'

const MESSAGES = 30
const KILL_AT = 10

/** Reads the ids in the events of blocks that the stream has. */
async function blocksIn(natsUrl: string): Promise<number[]> {
  const jetstream = (await connectForTest(natsUrl)).jetstream()
  const consumer = await jetstream.consumers.get(EVENTS_STREAM, { filterSubjects: [blockCreated.subject] })
  const blocked: number[] = []
  for await (const message of await consumer.fetch({ max_messages: MESSAGES + 1, expires: 2_000 }))
    blocked.push((decode(message.data) as { blockedId: number }).blockedId) // as chat has published it
  return blocked
}

test.skipIf(!replicatingNats)(
  'when the meta leader dies while users write, nothing is lost (10.hosts.nats)',
  async () => {
    const cluster = await startNatsCluster()
    const { chat, secondInstance, eventsHandled, newUser, newMatch, connect, sendMessage, listMessages, ...more } =
      await setupChat({ NATS_URL: cluster.urls, NATS_REPLICAS: '3' })
    const [ada, ben] = newMatch()
    const benOnSecond = await connect(ben, secondInstance.url)
    const strangers = Array.from({ length: MESSAGES }, () => newUser())

    const leader = await cluster.metaLeader()
    for (const [index, stranger] of strangers.entries()) {
      if (index === KILL_AT) leader.signal('SIGKILL')
      const key = randomUUID()
      const sent = await untilAccepted(() => sendMessage(ada, ben, `${index}`, key))
      const blocked = await untilAccepted(() =>
        ada.call(contract.blockUser, { body: { blockedUserId: stranger.userId } }),
      )
      expect([sent.status, blocked.status]).toEqual([201, 201])
    }

    const texts = strangers.map((_, index) => `${index}`)
    expect((await listMessages(ben, ada)).map(({ content }) => content)).toEqual(texts)
    await vi.waitFor(async () => {
      const expected = strangers.map(({ userId }) => userId)
      expect((await blocksIn(cluster.urls)).toSorted((a, b) => a - b)).toEqual(expected)
    }, WAIT)
    await vi.waitFor(async () => {
      await sendMessage(ada, ben, 'after')
      expect(benOnSecond.of('NEW_MESSAGE').at(-1)).toMatchObject({ message: { content: 'after' } })
    }, WAIT)
    await vi.waitFor(() => more.publishEvent(blockCreated, { blockerId: ben.userId, blockedId: ada.userId }), WAIT)
    await eventsHandled()
    await vi.waitFor(async () => expect(await cluster.metaLeader()).not.toBe(leader), WAIT)
  },
)
