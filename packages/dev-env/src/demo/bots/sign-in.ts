import { setTimeout as sleep } from 'node:timers/promises'
import { getUser } from '@zing/proto/http/auth'
import { restartDelay } from '../../processes/restart-delay.ts'
import { CallError, logIn, type Member } from '../member.ts'

/** Tries until the gateway answers. Null: there is no such account (any more). */
export async function signIn(baseUrl: string, username: string, password: string): Promise<Member | null> {
  for (let delayMs: number | null = null; ; ) {
    try {
      return await logIn(baseUrl, { username, password })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null
      delayMs = restartDelay(delayMs, 0)
      await sleep(delayMs)
    }
  }
}

/** Whether the session is good for another connection; false also when nobody can be asked. */
export async function isSignedIn(member: Member): Promise<boolean> {
  try {
    await member.call(getUser)
    return true
  } catch {
    return false
  }
}
