import type { Bench } from '../bench.ts'
import type { BenchUser } from '../users.ts'
import type { Socket } from './socket.ts'
import type { Target } from './target.ts'

export interface Watch {
  /** Resolves with the ms until the message arrives at its receiver's socket; Infinity after a timeout. */
  shown(content: string): Promise<number>
  close(): void
}

const SHOWN_MS = 20_000
const CONCURRENCY = 8

export async function watchMessages(target: Target, users: BenchUser[]): Promise<Watch> {
  const waiting = new Map<string, () => void>()
  const sockets: Socket[] = []
  const connect = (user: BenchUser) =>
    target.connect(user, ({ type, message }) => {
      if (type === 'NEW_MESSAGE' && message) waiting.get(message.content)?.()
    })
  for (let first = 0; first < users.length; first += CONCURRENCY) {
    sockets.push(...(await Promise.all(users.slice(first, first + CONCURRENCY).map(connect))))
  }

  return {
    shown(content) {
      const startedAt = performance.now()
      return new Promise((resolve) => {
        function end(ms: number): void {
          clearTimeout(timeout)
          waiting.delete(content)
          resolve(ms)
        }
        const timeout = setTimeout(end, SHOWN_MS, Number.POSITIVE_INFINITY)
        waiting.set(content, () => end(performance.now() - startedAt))
      })
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

/** Sender and receiver of message `turn` in conversation `index`; they alternate. */
export function participantsOf({ chatUsers }: Bench, index: number, turn: number): [BenchUser, BenchUser] {
  const at = (index * 2) % chatUsers.length
  const [one, other] = [chatUsers[at], chatUsers[at + 1]]
  if (!one || !other) throw new Error('odd number of chat users')
  return turn % 2 === 0 ? [one, other] : [other, one]
}
