import { setTimeout as sleep } from 'node:timers/promises'
import { reconnectDelayMs } from '@zing/proto/retries/reconnect-delay'
import type { ApiClient } from '../member.ts'
import { actionsOf } from './actions.ts'
import { createBot } from './bot.ts'
import { isSignedIn, signIn } from './sign-in.ts'
import { openSocket, type Socket } from './socket.ts'

/** Duration of a connection after which the reconnect delay starts again at its minimum. */
const STABLE_MS = 60_000

export interface BotSession {
  baseUrl: string
  password: string
  index: number
  otherBots: ReadonlySet<number>
  pause(ms: number): Promise<void>
  log(line: string): void
}

export async function runBot(
  first: ApiClient,
  { baseUrl, password, index, otherBots, pause, log }: BotSession,
): Promise<void> {
  let member = first
  let socket: Socket | null = null
  const { id, name, username } = first.user
  const bot = createBot({
    id,
    index,
    otherBots,
    actions: actionsOf({ call: (endpoint, input) => member.call(endpoint, input) }, (frame) => socket?.send(frame)),
    pause,
    onError(error) {
      log(`${name} reconnects: ${error instanceof Error ? error.message : error}`)
      socket?.close()
    },
  })

  for (let attempt = 0; ; attempt++) {
    const openedAt = Date.now()
    socket = openSocket({ baseUrl, cookie: member.cookie, userId: id, onFrame: bot.onFrame })
    await socket.ended
    if (Date.now() - openedAt >= STABLE_MS) attempt = 0
    await sleep(reconnectDelayMs(attempt))
    const current = (await isSignedIn(member)) ? member : await signIn(baseUrl, username, password)
    if (!current) return
    member = current
  }
}
