import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { startReplicaSet } from '@zing/testing/replica-set/replica-set'
import { untilAccepted } from '@zing/testing/until-accepted'
import { expect, test } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const set = await startReplicaSet()
const { chat, secondInstance, newMatch, callOn, sendMessage, listMessages } = await setupChat({ MONGO_URL: set.url })

function readiness(): Promise<number[]> {
  return Promise.all([chat, secondInstance].map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
}

test('INV-2 without a primary a message is refused, and later stored once (10.hosts.election)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'before')
  expect(await readiness()).toEqual([200, 200])
  const dead = set.primary()
  set.killPrimary()
  const key = randomUUID()
  const refused = await sendMessage(ada, ben, 'during', key)
  expect(refused).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await readiness()).toEqual([200, 200])

  set.elect()
  const { status, body } = await untilAccepted(() => sendMessage(ada, ben, 'during', key))
  expect([status, body.seq]).toEqual([201, 2])
  const repeated = await untilAccepted(() => sendMessage(callOn(secondInstance, ada), ben, 'during', key))
  expect(repeated.body.id).toBe(body.id)
  expect((await listMessages(ben, ada)).map(({ content }) => content)).toEqual(['before', 'during'])
  await set.restore(dead)
})

test('INV-8 a primary that hands over within 2 s costs no message (10.hosts.election)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'before')
  set.stepDown()
  const sent = ['a', 'b', 'c'].map((content) => sendMessage(ada, ben, content))
  set.elect()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201])
  set.afterNext('findAndModify', () => {
    set.stepDown()
    set.elect()
  })
  expect((await sendMessage(ada, ben, 'd')).status).toBe(201)
  const contents = (await listMessages(ben, ada)).map(({ content }) => content)
  expect(contents.toSorted()).toEqual(['a', 'b', 'before', 'c', 'd'])
})
