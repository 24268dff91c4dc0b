import { clearKept } from '../chat/kept-storage.ts'
import { clearOutbox } from '../chat/outbox-storage.ts'
import { dropStoredNotifications } from '../stored-notifications.ts'

/** Removes what a session leaves in this browser, except drafts and unsent messages, which wait for the user's next login. */
export function dropSessionData(): void {
  dropStoredNotifications()
  void clearKept()
}

/** Removes everything that this browser stores about a user. */
export async function clearPrivateData(): Promise<void> {
  dropSessionData()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('zing.draft.')))
    sessionStorage.removeItem(key)
  await clearOutbox()
}
