import type { userRegistered, userUpdated } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { vi } from 'vitest'
import type { setupAuth } from '../setup-auth.ts'

export type Auth = Awaited<ReturnType<typeof setupAuth>>

interface Stored {
  status?: 'pending' | 'refused'
  application?: Record<string, unknown>
  invitation?: { id: number; byId: number; label: string }
}

/** Registers users and gives their accounts the state of the door. Events of the registration itself are not removed. */
export function buildApplicants({ db, newUser, events }: Auth) {
  const users = db.collection<{ _id: number }>('users')
  async function newAccount(stored: Stored, details: Record<string, unknown> = {}) {
    const account = await newUser(details)
    await users.updateOne({ _id: account.user.id }, { $set: stored })
    return account
  }
  const application = (at = new Date()) => ({ question: 'Why here?', answer: 'For the walks', at })
  /** Resolves to the event that gives the profile this revision. */
  function profileEvent(contract: typeof userRegistered | typeof userUpdated, userId: number, rev: number) {
    return vi.waitFor(() => {
      const found = events.of(contract).find((one) => one.profile.id === userId && one.rev === rev)
      if (!found) throw new Error('no such event yet')
      return found
    }, WAIT)
  }

  return {
    users,
    profileEvent,
    newMember: (byId?: number) => newAccount(byId === undefined ? {} : { invitation: { id: 1, byId, label: 'Walks' } }),
    newApplicant: (more: Stored & { at?: Date } = {}, details: Record<string, unknown> = {}) => {
      const { at, ...stored } = more
      return newAccount({ status: 'pending', application: application(at), ...stored }, details)
    },
  }
}
