import type { Bench } from '../bench.ts'
import type { Profile } from '../users.ts'
import type { Socket } from './socket.ts'
import type { Target } from './target.ts'

export interface Watch {
  /** From now until the message is at its receiver's socket, in ms. Infinity if it does not come. */
  shown(content: string): Promise<number>
  close(): void
}

const SHOWN_MS = 20_000
const AT_ONCE = 8

/** One socket per person, and who waits for which message. */
export async function watchMessages(target: Target, people: Profile[]): Promise<Watch> {
  const waiting = new Map<string, () => void>()
  const sockets: Socket[] = []
  const connect = (person: Profile) =>
    target.connect(person, ({ type, message }) => {
      if (type === 'NEW_MESSAGE' && message) waiting.get(message.content)?.()
    })
  for (let first = 0; first < people.length; first += AT_ONCE) {
    sockets.push(...(await Promise.all(people.slice(first, first + AT_ONCE).map(connect))))
  }

  return {
    shown(content) {
      const startedAt = performance.now()
      return new Promise((resolve) => {
        function end(ms: number): void {
          clearTimeout(late)
          waiting.delete(content)
          resolve(ms)
        }
        const late = setTimeout(end, SHOWN_MS, Number.POSITIVE_INFINITY)
        waiting.set(content, () => end(performance.now() - startedAt))
      })
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

/** The two of conversation `index`, who write in turns. */
export function talkersOf({ talkers }: Bench, index: number, turn: number): [sender: Profile, receiver: Profile] {
  const at = (index * 2) % talkers.length
  const [one, other] = [talkers[at], talkers[at + 1]]
  if (!one || !other) throw new Error('talkers come in pairs')
  return turn % 2 === 0 ? [one, other] : [other, one]
}
