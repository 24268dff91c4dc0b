import { clearOutbox } from './outbox-storage.ts'
import { dropStoredNotifications } from './stored-notifications.ts'

/** What this browser keeps of a person, gone. */
export async function clearPrivateData(): Promise<void> {
  dropStoredNotifications()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('zing.draft.')))
    sessionStorage.removeItem(key)
  await clearOutbox()
}
