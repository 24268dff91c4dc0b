import { createLog } from '@zing/kit/observability/logger'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { pairKey } from '@zing/proto/pair-key'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { createOnlineStatus } from './online-status.ts'

const [ADA, BEN] = [1, 2]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup() {
  const sockets: (ClientSocket & { frames: ServerFrame[] })[] = []
  const open = new Set([pairKey(ADA, BEN)])
  const hidden = new Set<number>()
  const announced: number[][] = []
  const elsewhere = new Set<number>()
  let isDatabaseDown = false
  let queryMs = 0
  let onDelivery: (userId: number, frame: ServerFrame) => void = () => {}

  async function query<T>(result: T): Promise<T> {
    if (isDatabaseDown) throw new Error('unavailable')
    if (queryMs > 0) await new Promise((resolve) => setTimeout(resolve, queryMs))
    return result
  }
  const online = createOnlineStatus({
    log: createLog('chat-test', 'silent'),
    connections: {
      all: () => sockets.filter((socket) => socket.isOpen()),
      of: (userId) => sockets.filter((socket) => socket.userId === userId && socket.isOpen()),
      has: (userId) => sockets.some((socket) => socket.userId === userId && socket.isOpen()),
      deliver(userId, _aboutId, frame) {
        onDelivery(userId, frame)
        for (const socket of sockets) if (socket.userId === userId && socket.isOpen()) socket.send(frame)
      },
      onDelivery(listener) {
        onDelivery = listener
      },
    },
    peers: {
      hasOnline: (userId) => elsewhere.has(userId),
      announce: () => void announced.push(online.onlineUsers()),
    },
    async confirmShown(asked) {
      for (const socket of asked) socket.showsOnline = !hidden.has(socket.userId)
    },
    listPartners: (userIds) =>
      query(
        new Map(
          userIds.map((userId) => [userId, [ADA, BEN].filter((id) => id !== userId && open.has(pairKey(id, userId)))]),
        ),
      ),
    openPairsOf: (pairs) => query(new Set(pairs.map(([a, b]) => pairKey(a, b)).filter((key) => open.has(key)))),
  })

  async function connect(userId: number) {
    let isOpen = true
    const frames: ServerFrame[] = []
    const socket = {
      ...{ userId, sid: String(sockets.length), frames, isConnected: true, showsOnline: false },
      respondedAt: performance.now(),
      isOpen: () => isOpen,
      send: (frame: ServerFrame) => void frames.push(frame),
    } as unknown as (typeof sockets)[number] // the part in use
    sockets.push(socket)
    online.addSocket(socket)
    await wait(500)
    const states = (id: number) =>
      frames
        .filter((frame): frame is ServerFrameOf<'PRESENCE'> => frame.type === 'PRESENCE' && frame.userId === id)
        .map((frame) => frame.online)
    const close = () => {
      isOpen = false
    }
    return { socket, states, close }
  }

  /** Advances the clock; every socket that still answers sends a pong. */
  async function wait(ms: number, silent: ClientSocket[] = []): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await vi.advanceTimersByTimeAsync(Math.min(500, left))
      for (const socket of sockets) if (!silent.includes(socket)) socket.respondedAt = performance.now()
    }
  }

  return {
    ...{ online, open, hidden, announced, connect, wait },
    setElsewhere(userId: number, isOnline: boolean) {
      if (isOnline) elsewhere.add(userId)
      else elsewhere.delete(userId)
      online.onChange([userId])
    },
    deliver: (userId: number, frame: ServerFrame) => onDelivery(userId, frame),
    setDatabaseDown(isDown: boolean) {
      isDatabaseDown = isDown
    },
    slowDownQueries(ms: number) {
      queryMs = ms
    },
  }
}

test('a match who connects is shown, and other processes learn it within 2.5 s', async () => {
  const { connect, announced, wait } = setup()
  const ada = await connect(ADA)
  const ben = await connect(BEN)
  expect([ada.states(BEN), ben.states(ADA)]).toEqual([[true], [true]])
  await wait(2_500)
  expect(announced).toEqual([[ADA, BEN]])
  await wait(60_000)
  expect(announced).toHaveLength(1)
})

test('a client that vanishes is offline within 30 s, a client that answers stays online', async () => {
  const { connect, wait, announced } = setup()
  const ada = await connect(ADA)
  const ben = await connect(BEN)
  await wait(2 * ONLINE_STALE_MS)
  expect(ada.states(BEN)).toEqual([true])
  await wait(ONLINE_STALE_MS, [ben.socket])
  expect(ada.states(BEN)).toEqual([true, false])
  expect(announced.at(-1)).toEqual([ADA])
})

test('a socket that reopens within 4 s changes nothing, a socket that stays closed does', async () => {
  const { connect, wait } = setup()
  const ada = await connect(ADA)
  const first = await connect(BEN)
  first.close()
  await wait(2_000)
  const second = await connect(BEN)
  await wait(20_000)
  expect(ada.states(BEN)).toEqual([true])
  second.close()
  await wait(10_000)
  expect(ada.states(BEN)).toEqual([true, false])
})

test('a user who hides is not shown from auth’s next answer on', async () => {
  const { connect, wait, hidden } = setup()
  hidden.add(BEN)
  const ada = await connect(ADA)
  const ben = await connect(BEN)
  expect([ada.states(BEN), ben.states(ADA)]).toEqual([[], [true]])
  ben.socket.showsOnline = true // as the recheck of the session sets it
  await wait(3_000)
  expect(ada.states(BEN)).toEqual([true])
  ben.socket.showsOnline = false
  await wait(10_000)
  expect(ada.states(BEN)).toEqual([true, false])
})

test('SEC-157 when a conversation is closed, nothing is pushed, even if its frame was lost', async () => {
  const { connect, wait, open } = setup()
  const ada = await connect(ADA)
  const ben = await connect(BEN)
  open.clear()
  ben.close()
  await wait(20_000)
  expect(ada.states(BEN)).toEqual([true])
})

test('a new match is followed, an ended match is not', async () => {
  const { connect, wait, open, deliver } = setup()
  open.clear()
  const ada = await connect(ADA)
  const ben = await connect(BEN)
  expect(ada.states(BEN)).toEqual([])
  open.add(pairKey(ADA, BEN))
  deliver(ADA, { type: 'MATCH_RESTORED', userId: BEN })
  await wait(500)
  expect(ada.states(BEN)).toEqual([true])
  open.clear()
  deliver(ADA, { type: 'MATCH_ENDED', userId: BEN })
  ben.close()
  await wait(10_000)
  expect(ada.states(BEN)).toEqual([true])
})

test('when a lookup fails, its changes are pushed once the database is back', async () => {
  const { connect, wait, setDatabaseDown } = setup()
  const ada = await connect(ADA)
  setDatabaseDown(true)
  const ben = await connect(BEN)
  await wait(10_000)
  expect([ada.states(BEN), ben.states(ADA)]).toEqual([[], []])
  setDatabaseDown(false)
  await wait(3_000)
  expect([ada.states(BEN), ben.states(ADA)]).toEqual([[true], [true]])
})

test('a second socket that opens without a database learns later who is online', async () => {
  const { connect, wait, setDatabaseDown } = setup()
  await connect(ADA)
  await connect(BEN)
  setDatabaseDown(true)
  const second = await connect(ADA)
  expect(second.states(BEN)).toEqual([])
  setDatabaseDown(false)
  await wait(3_000)
  expect(second.states(BEN)).toEqual([true])
})

test('when the push of a match was lost, the match is shown at the next read of the matches', async () => {
  const { connect, wait, open, online } = setup()
  open.clear()
  const ada = await connect(ADA)
  await connect(BEN)
  open.add(pairKey(ADA, BEN)) // no frame is delivered
  await wait(3_000)
  expect(ada.states(BEN)).toEqual([])
  online.reload()
  await wait(3_000)
  expect(ada.states(BEN)).toEqual([true])
})

test('SEC-157 a match that begins or ends during the read of the matches is shown correctly', async () => {
  const { connect, wait, open, deliver, slowDownQueries } = setup()
  open.clear()
  await connect(BEN)
  slowDownQueries(1_000)
  const first = await connect(ADA)
  open.add(pairKey(ADA, BEN))
  deliver(ADA, { type: 'MATCH_RESTORED', userId: BEN })
  await wait(6_000)
  expect(first.states(BEN)).toEqual([true])

  const second = await connect(ADA)
  open.clear()
  deliver(ADA, { type: 'MATCH_ENDED', userId: BEN })
  await wait(6_000)
  expect(second.states(BEN)).toEqual([])
})

test('users of other processes are shown while these list them as online', async () => {
  const { connect, wait, setElsewhere } = setup()
  const ada = await connect(ADA)
  setElsewhere(BEN, true)
  await wait(500)
  expect(ada.states(BEN)).toEqual([true])
  setElsewhere(BEN, false)
  await wait(500)
  expect(ada.states(BEN)).toEqual([true, false])
})
