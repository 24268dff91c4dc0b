import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const { startChat, newUser, connect, openSocket } = await setupChat()

test('when chat stops, it closes sockets one by one and accepts no new ones (10.storm.drain)', async () => {
  const chat = await startChat({ DRAIN_SECONDS: '2' })
  const tabs = await Promise.all(Array.from({ length: 11 }, () => connect(newUser(), chat.url)))
  const user = newUser()
  const last = await connect(user, chat.url)
  const firstClosed = Promise.race(tabs.map(({ ws }) => new Promise((resolve) => ws.once('close', resolve))))
  const stopped = chat.stop()
  await firstClosed
  last.send({ type: 'AUTH', userId: user.userId }) // it is served while others are closed
  await vi.waitFor(() => expect(last.of('CONNECTED')).toHaveLength(2), WAIT)
  await expect(openSocket(newUser(), chat.url)).rejects.toThrow()
  await stopped
  await vi.waitFor(() => expect([...tabs, last].map(({ code }) => code())).toEqual(Array(12).fill(1012)), WAIT)
})
