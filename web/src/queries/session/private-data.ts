import { clearOutbox } from '../chat/outbox-storage.ts'
import { dropStoredNotifications } from '../stored-notifications.ts'

/** Removes everything that this browser stores about a user. */
export async function clearPrivateData(): Promise<void> {
  dropStoredNotifications()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('zing.draft.')))
    sessionStorage.removeItem(key)
  await clearOutbox()
}
