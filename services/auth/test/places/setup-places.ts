import * as contract from '@zing/proto/http/auth'
import type { NamedPlace } from '@zing/proto/places/place'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import { setupDoor } from '../door/setup-door.ts'

export const COLOGNE: NamedPlace = { id: '2886242', name: 'Cologne', kind: 'town' }
export const LISBON: NamedPlace = { id: '2267057', name: 'Lisbon', kind: 'town' }
export const HAMBURG: NamedPlace = { id: '2911298', name: 'Hamburg', kind: 'town' }
export const PORTO: NamedPlace = { id: '2735943', name: 'Porto', kind: 'town' }
export const VIENNA: NamedPlace = { id: '2761369', name: 'Vienna', kind: 'town' }
export const OSLO: NamedPlace = { id: '3143244', name: 'Oslo', kind: 'town' }
export const GERMANY: NamedPlace = { id: 'DE', name: 'Germany', kind: 'country' }

export const DAY_MS = 24 * 60 * 60 * 1_000
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
export const homeIn = ({ id, name }: NamedPlace) => ({ placeId: id, placeName: name })

/** Auth with people who move. Its sweep looks for trips that are over all the time. */
export async function setupPlaces() {
  const auth = await setupDoor(1, {}, { tripEndsMs: 20 })
  const users = auth.db.collection<{ _id: number; trip?: { until: Date }; moves?: number[] }>('users')

  async function buildUser(details: Record<string, unknown> = {}) {
    const user = await auth.newUser(details)
    const patch = (body: Record<string, unknown>) => user.call(contract.updateUser, { body })
    return {
      ...user,
      id: user.identity.userId,
      patch,
      /** Status and code of a change. */
      async tryPatch(body: Record<string, unknown>) {
        const response = await patch(body)
        return [response.status, response.body.code]
      },
      own: async () => (await user.call(contract.getUser)).body,
    }
  }

  /** Lets all moves of a user be this much older. */
  async function agoBy(userId: number, ms: number): Promise<void> {
    const moves = (await users.findOne({ _id: userId }))?.moves ?? []
    await users.updateOne({ _id: userId }, { $set: { moves: moves.map((at) => at - ms) } })
  }

  /** The whole database as text, once all events are published. */
  async function everythingStored(): Promise<string> {
    await vi.waitFor(async () => expect(await users.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0), WAIT)
    const collections = await auth.db.listCollections()
    const documents = collections.map(({ name }) => auth.db.collection(name).find({}).toArray())
    return JSON.stringify(await Promise.all(documents))
  }

  return { ...auth, users, buildUser, agoBy, everythingStored }
}
