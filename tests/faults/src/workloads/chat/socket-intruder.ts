import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ServerFrame } from '@zing/proto/frames/server'
import type { Violation } from '../../checks/violation.ts'
import type { Run } from '../call.ts'
import { register, type TestUser } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'
import { trySocket } from './try-socket.ts'

const EVERY_MS = [1_500, 3_000] as const
const AUTH_RESPONSE_MS = 5_000

/** Throughout the run, tries to open forbidden sockets, and sockets as another user (SEC-61, SEC-62). */
export async function startSocketIntruder(run: Run): Promise<Workload> {
  const [name = '', otherName = ''] = newNames('socket', 2)
  const [one, other] = await Promise.all([register(run, name), register(run, otherName)])
  const { cookie } = one
  const tries = {
    'a foreign page': { cookie, origin: 'https://evil.example' },
    'a page without an origin': { cookie, origin: 'null' },
    'a page whose address begins with ours': { cookie, origin: `${run.url}.evil.example` },
    'no Origin': { cookie, origin: null },
    'no session': {},
    'a forged session': { cookie: `${cookie.slice(0, -4)}AAAA` },
  }
  const seen: Violation[] = []
  const report = (text: string) => seen.push({ invariant: 'INV-10', text: `${text}, at ${run.history.now()} ms` })

  async function loop(): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(EVERY_MS))
      for (const [text, headers] of Object.entries(tries)) {
        const { socket } = await trySocket(run, headers)
        if (socket) report(`a socket with ${text} was opened`)
        socket?.terminate()
      }
      if (await connectsAs(run, one, other)) report(`a socket of ${one.id} was connected as ${other.id}`)
    }
  }
  return { done: loop(), seen, check: async () => [] }
}

/** True if a person's cookie opens a socket as another user. */
async function connectsAs(run: Run, { cookie }: TestUser, other: TestUser): Promise<boolean> {
  const { socket } = await trySocket(run, { cookie })
  if (!socket) return false
  const frames: ServerFrame[] = []
  socket.on('message', (data) => frames.push(ServerFrame.parse(JSON.parse(String(data)))))
  socket.send(JSON.stringify({ type: 'AUTH', userId: other.id }))
  const ended = new AbortController()
  await Promise.race([
    once(socket, 'close', { signal: ended.signal }).catch(() => {}),
    pause(AUTH_RESPONSE_MS, undefined, { signal: ended.signal }).catch(() => {}),
  ])
  ended.abort()
  socket.terminate()
  return frames.some(({ type }) => type === 'CONNECTED')
}
