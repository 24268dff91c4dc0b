import { expect, test, vi } from 'vitest'
import { Refusal } from './chat-server.ts'
import { createPendingSends } from './pending-sends.ts'

test('each send gets the response with its own id', async () => {
  const sends = createPendingSends()
  const ids: string[] = []
  const [first, second] = [sends.send((id) => ids.push(id)), sends.send((id) => ids.push(id))]
  sends.onFrame({ type: 'ERROR', clientMessageId: ids[1] ?? '', status: 503 })
  sends.onFrame({ type: 'MESSAGE_SENT', message: { clientMessageId: ids[0] ?? '' } })
  await expect(second).rejects.toEqual(new Refusal(503, 'SEND_MESSAGE: 503'))
  await expect(first).resolves.toBeUndefined()
})

test('frames about other messages change nothing, and a closed socket rejects pending sends', async () => {
  const sends = createPendingSends()
  const sent = sends.send(() => {})
  sends.onFrame({ type: 'MESSAGE_SENT', message: {} })
  sends.onFrame({ type: 'ERROR' })
  sends.onFrame({ type: 'NEW_MESSAGE' })
  sends.rejectAll()
  await expect(sent).rejects.toThrow('the socket closed before the response')
})

test('when a message gets no response in time, its send fails', async () => {
  vi.useFakeTimers()
  const sent = expect(createPendingSends().send(() => {})).rejects.toThrow('a message got no response')
  await vi.advanceTimersByTimeAsync(20_000)
  await sent
  vi.useRealTimers()
})
