import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import {
  type DeletedUser,
  getActiveSessions,
  getDeletedUserPage,
  getReplicatedProfile,
} from '@zing/proto/nats/rpc/auth'
import { getNotificationVersions, getPair, getPairPage, type PairState } from '@zing/proto/nats/rpc/social'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { onTestFinished } from 'vitest'

export const now = () => new Date().toISOString()
const PROFILE = {
  ...{ name: 'Test user', age: 30, gender: 'other', orientation: 'other', selfie: null, ...NO_STORY },
  ...{ hidden: false, suspendedUntil: null, isReported: false },
}

export type FakeOthers = Awaited<ReturnType<typeof serveOthers>>

/** Serves the RPCs of auth and social. */
export async function serveOthers(nats: Nats) {
  const pairs = new Map<string, PairState>() // what social returns
  const deletedUsers: DeletedUser[] = [] // what auth returns
  const profiles = new Map<number, Partial<ReplicatedProfile>>() // where they differ from the default
  const showing = new Set<number>() // users who, as auth says, show that they are online
  const notificationVersions = new Map<number, string | null>() // what social returns
  let authEpoch = 0
  let pagesServed = 0
  let lastId = 0 // of the users in auth
  let rpcDelayMs = 0
  serveRpc(nats, 'others', [
    rpcHandler(getPair, async ({ userIds }) => {
      await pause(rpcDelayMs)
      return pairs.get(userIds.join(':')) ?? null
    }),
    rpcHandler(getPairPage, async () => {
      pagesServed += 1
      return { items: [...pairs.values()], next: null }
    }),
    rpcHandler(getNotificationVersions, async ({ userIds }) => {
      await pause(rpcDelayMs)
      return userIds.map((userId) => notificationVersions.get(userId) ?? null)
    }),
    rpcHandler(getReplicatedProfile, async ({ userId }) => {
      await pause(rpcDelayMs)
      return userId <= lastId
        ? { profile: { ...PROFILE, id: userId, createdAt: now(), ...profiles.get(userId) }, rev: 1, epoch: authEpoch }
        : null
    }),
    rpcHandler(getDeletedUserPage, async () => ({ items: deletedUsers, next: null })),
    rpcHandler(getActiveSessions, async ({ sessions, withShown }) => ({
      sids: sessions.map(({ sid }) => sid),
      roles: [],
      ...(withShown && { shown: sessions.flatMap(({ sid, userId }) => (showing.has(userId) ? [sid] : [])) }),
    })),
  ])
  await (await nats.connection).flush()

  return {
    deletedUsers,
    notificationVersions,
    profiles,
    showing,
    /** Number of pages of pairs that chat has requested; a reconciliation ends with one. */
    pagesServed: () => pagesServed,

    /** Returns the id of a new user, whom auth then knows. */
    newId(): number {
      lastId += 1
      return lastId
    },

    /** Resets the fake auth to an epoch, which its accounts then have. */
    setAuthEpoch(epoch: number): void {
      authEpoch = epoch
    },

    setPair(a: { userId: number }, b: { userId: number }, state: Pick<PairState, 'matchedAt' | 'rev'>): void {
      const userIds: [number, number] = [a.userId, b.userId]
      pairs.set(userIds.join(':'), { userIds, epoch: 0, ...state })
    },

    /** Delays the responses of auth and social for the running test; beyond RPC_TIMEOUT_MS they are unavailable. */
    delayRpc(delayMs: number): void {
      rpcDelayMs = delayMs
      onTestFinished(() => {
        rpcDelayMs = 0
      })
    },
  }
}
