import { clearOutbox } from './outbox-storage.ts'

const PRIVATE_KEYS = ['zing.notifications', 'zing.sign-up']

/** What this browser keeps of a person, gone. */
export async function clearPrivateData(): Promise<void> {
  for (const key of PRIVATE_KEYS) localStorage.removeItem(key)
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('zing.draft.')))
    sessionStorage.removeItem(key)
  await clearOutbox()
}
