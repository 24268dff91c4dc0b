import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const { startChat, newUser, connect, openSocket } = await setupChat()

test('when chat stops, it closes sockets one by one and accepts no new ones (10.storm.drain)', async () => {
  const chat = await startChat({ DRAIN_SECONDS: '1' })
  const tabs = await Promise.all(Array.from({ length: 5 }, () => connect(newUser(), chat.url)))
  const codes = () => tabs.map(({ code }) => code())
  const firstClosed = Promise.race(tabs.map(({ ws }) => new Promise((resolve) => ws.once('close', resolve))))
  const stopped = chat.stop()
  await firstClosed
  expect(codes()).toContain(null)
  await expect(openSocket(newUser(), chat.url)).rejects.toThrow()
  await stopped
  await vi.waitFor(() => expect(codes()).toEqual([1012, 1012, 1012, 1012, 1012]), WAIT)
})
