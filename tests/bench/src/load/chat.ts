import type { BenchUser } from '../users.ts'
import type { ChatServer, ChatSocket } from './chat-server.ts'

/** Open connections of many users to one chat server. */
export interface Chat {
  name: string
  /** Sends from `sender` to `receiver`. Throws a Refusal. */
  send(sender: BenchUser, receiver: BenchUser, content: string): Promise<void>
  /** Resolves with the ms until the message arrives at its receiver; Infinity after a timeout. */
  shown(content: string): Promise<number>
  close(): void
}

export type Pair = [BenchUser, BenchUser]

const SHOWN_MS = 20_000
const CONCURRENCY = 8

export async function openChat(server: ChatServer, users: BenchUser[]): Promise<Chat> {
  const waiting = new Map<string, () => void>()
  const sockets = new Map<number, ChatSocket>()
  async function connect(user: BenchUser): Promise<void> {
    sockets.set(user.id, await server.connect(user, (content) => waiting.get(content)?.()))
  }
  for (let first = 0; first < users.length; first += CONCURRENCY)
    await Promise.all(users.slice(first, first + CONCURRENCY).map(connect))

  return {
    name: server.name,
    async send(sender, receiver, content) {
      const socket = sockets.get(sender.id)
      if (!socket) throw new Error(`user ${sender.id} has no connection`)
      await socket.send(receiver, content)
    },
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
      for (const socket of sockets.values()) socket.close()
    },
  }
}

/** Pairs the first user with the second, the third with the fourth, and so on. */
export function pairsOf(users: BenchUser[]): Pair[] {
  return users.flatMap((user, index): Pair[] => {
    const partner = users[index + 1]
    return index % 2 === 0 && partner ? [[user, partner]] : []
  })
}

/** Sender and receiver of message `index` when all pairs take turns; the members of a pair alternate. */
export function participantsOf(pairs: Pair[], index: number): Pair {
  const pair = pairs[index % pairs.length]
  if (!pair) throw new Error('no pairs')
  const [one, other] = pair
  return Math.floor(index / pairs.length) % 2 === 0 ? [one, other] : [other, one]
}
