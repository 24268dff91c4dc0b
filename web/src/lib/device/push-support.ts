import { z } from 'zod/mini'
import { readStored, writeStored } from '../state/stored.ts'

const KEY = 'zing.push'
/** The user whom this browser notifies; 0 once the user has been asked and wants nothing. A log-out removes it. */
const Stored = z.int()

/** False in Safari on iOS too, which supports it in an installed app only. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** True while the user has neither been asked here nor decided in the browser. */
export function mayAskForPush(): boolean {
  return canPush() && Notification.permission === 'default' && readStored(localStorage, KEY, Stored) === null
}

/** True if this user has turned notifications on in this browser. */
export function isPushOn(userId: number): boolean {
  return canPush() && Notification.permission === 'granted' && readStored(localStorage, KEY, Stored) === userId
}

/** Notes who is notified in this browser; 0 for no user. */
export function rememberPush(userId: number): void {
  writeStored(localStorage, KEY, userId)
}
