import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import type { Violation } from '../checks/violation.ts'
import { attempt, type Run } from './call.ts'
import { register, registerMatch } from './people.ts'
import { newNames, type Workload } from './workload.ts'

const EVERY_MS = [1_500, 3_000] as const

/** Tries, all through the run, what must never succeed: a forged session, a foreign page, the messages of others (INV-10). */
export async function startIntruder(run: Run): Promise<Workload> {
  const [name = '', pair = ''] = newNames('intruder', 2)
  const intruder = await register(run, name)
  const [one, other] = await registerMatch(run, pair)
  const seen: Violation[] = []
  const forged = { id: one.id, cookie: `${one.cookie.slice(0, -4)}AAAA` }
  const caller = (op: string, who: { id: number; cookie: string }) => ({
    op: `intruder: ${op}`,
    key: randomUUID(),
    caller: who,
  })

  async function loop(): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.random.integer(...EVERY_MS))
      const results = {
        'a forged session': await attempt(run, caller('forged session', forged), getUser),
        'a request of a foreign page': await attempt(run, caller('foreign page', one), updateUser, {
          body: { name: 'Intruder' },
          headers: { origin: 'https://evil.example' },
        }),
        'messages of others': await attempt(run, caller('messages of others', intruder), listMessages, {
          params: { id: other.id },
        }),
        'a message without a match': await attempt(run, caller('message without a match', intruder), sendMessage, {
          body: { receiverId: other.id, content: 'hello', clientMessageId: randomUUID() },
        }),
      }
      for (const [text, { outcome }] of Object.entries(results)) {
        if (outcome !== 'ok') continue
        seen.push({ invariant: 'INV-10', text: `${text} was accepted at ${run.history.now()} ms` })
      }
    }
  }
  return { done: loop(), seen, check: async () => [] }
}
