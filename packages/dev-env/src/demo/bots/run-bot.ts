import { setTimeout as sleep } from 'node:timers/promises'
import { restartDelay } from '../../processes/restart-delay.ts'
import type { Member } from '../member.ts'
import { actionsOf } from './actions.ts'
import { createBot } from './bot.ts'
import { isSignedIn, signIn } from './sign-in.ts'
import { openSocket, type Socket } from './socket.ts'

export interface Life {
  baseUrl: string
  password: string
  place: number
  others: ReadonlySet<number>
  pause(ms: number): Promise<void>
  log(line: string): void
}

/** Keeps one bot connected. Ends when its account is gone. */
export async function live(first: Member, { baseUrl, password, place, others, pause, log }: Life): Promise<void> {
  let member = first
  let socket: Socket | null = null
  const { id, name, username } = first.user
  const bot = createBot({
    id,
    place,
    others,
    actions: actionsOf({ call: (endpoint, input) => member.call(endpoint, input) }, (frame) => socket?.send(frame)),
    pause,
    onTrouble(error) {
      log(`${name} connects again: ${error instanceof Error ? error.message : error}`)
      socket?.close()
    },
  })

  for (let delayMs: number | null = null; ; ) {
    const openedAt = Date.now()
    socket = openSocket({ baseUrl, cookie: member.cookie, userId: id, onFrame: bot.onFrame })
    await socket.ended
    delayMs = restartDelay(delayMs, Date.now() - openedAt)
    await sleep(delayMs)
    const back = (await isSignedIn(member)) ? member : await signIn(baseUrl, username, password)
    if (!back) return
    member = back
  }
}
