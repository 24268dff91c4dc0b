import { randomInt, randomUUID } from 'node:crypto'
import type { SettingsDocument } from '../../src/models/settings.ts'
import type { Times } from '../../src/times.ts'
import { setupModeration } from '../setup-moderation.ts'

/** Starts admin with a fake auth that has confirmed each new keeper. */
export async function setupSettings(times: Times = {}) {
  const moderation = await setupModeration({}, times)

  function newKeeper() {
    const keeper = moderation.newUser({ role: 'admin' })
    moderation.confirmed.add(keeper.sid)
    return keeper
  }

  /** Starts another process on the same database. */
  async function startSecond() {
    const second = await moderation.startInstance()
    const keeper = second.newUser(randomInt(1_000_000), 'admin')
    moderation.confirmed.add(keeper.sid)
    return { ...second, keeper }
  }

  return {
    ...moderation,
    newKeeper,
    startSecond,
    versions: moderation.db.collection<SettingsDocument>('settings'),
    logos: moderation.db.collection<{ _id: number; createdAt: Date }>('logos'),
  }
}

/** A name that no other test uses. */
export function newName(): string {
  return `Harbour ${randomUUID().slice(0, 8)}`
}
