import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import { contentsOf, type Pair, send } from './pair.ts'

/** A low rate, because the containers share the machine. */
const BETWEEN_MS = 100

export interface Traffic {
  /** Ends the requests. Returns their number and the failures. */
  stop(): Promise<{ requests: number; failures: string[] }>
  /** Acknowledged messages. */
  acknowledged: string[]
}

/** Sends requests to every service in turn, like a client without retries: each failure counts. */
export function startTraffic(pair: Pair): Traffic {
  const failures: string[] = []
  const acknowledged: string[] = []
  const topic = randomUUID()
  const stopping = new AbortController()
  let requests = 0

  async function request(name: string, run: () => Promise<unknown>): Promise<void> {
    requests += 1
    try {
      await run()
    } catch (error) {
      const at = new Date().toISOString()
      failures.push(`${at} ${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  async function run(): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const content = `${round} of ${topic}`
      await request('getUser', () => pair.one.call(getUser))
      await request('listMatches', () => pair.one.call(listMatches))
      await request('listConversations', () => pair.other.call(listConversations))
      await request('sendMessage', async () => {
        await send(pair, content)
        acknowledged.push(content)
      })
      await pause(BETWEEN_MS)
    }
  }
  const running = run()
  return {
    acknowledged,
    async stop() {
      stopping.abort()
      await running
      return { requests, failures }
    },
  }
}

/** Throws if an acknowledged message is missing, stored twice or out of order. */
export async function assertStored(pair: Pair, acknowledged: string[]): Promise<void> {
  const wanted = new Set(acknowledged)
  const found = (await contentsOf(pair)).filter((content) => wanted.has(content))
  if (found.join() === acknowledged.join()) return
  throw new Error(`of ${acknowledged.length} acknowledged messages ${found.length} are stored, or not in order`)
}
