import { setTimeout as sleep } from 'node:timers/promises'
import { getUser } from '@zing/proto/http/auth'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { type ApiClient, CallError, logIn } from '../member.ts'

/** Logs in, and retries until the gateway responds. Returns null if the account does not exist. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<ApiClient | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await logIn(baseUrl, { username, password })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null
      const retryAfterMs = error instanceof CallError ? error.retryAfterMs : 0
      await sleep(clientRetryDelayMs(attempt, { retryAfterMs }))
    }
  }
}

/** Checks whether the session is active; false also when the gateway is unavailable. */
export async function isSignedIn(member: ApiClient): Promise<boolean> {
  try {
    await member.call(getUser)
    return true
  } catch {
    return false
  }
}
