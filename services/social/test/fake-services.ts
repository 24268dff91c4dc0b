import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import {
  type DeletedUser,
  getDeletedUserPage,
  getProfilePage,
  getRemoval,
  getReplicatedProfile,
  type RevisedProfile,
} from '@zing/proto/nats/rpc/auth'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'

/** The data of a fake auth, chat and admin, and their RPCs. */
export function createFakeServices() {
  const accounts = new Map<number, RevisedProfile>()
  const blocks: { blockerId: number; blockedId: number; rev: number; epoch: number }[] = []
  const deletedUsers: DeletedUser[] = []
  const moderation: ModerationItem[] = [] // admin returns one item on a page; the last page is empty
  const removals = new Set<number>() // decisions after which auth has removed content
  let moderationReadings = 0
  let authEpoch = 0
  let blockPagesServed = 0

  const handlers: RpcHandler[] = [
    rpcHandler(getReplicatedProfile, async ({ userId }) => accounts.get(userId) ?? null),
    rpcHandler(getProfilePage, async () => ({ items: [...accounts.values()], next: null })),
    rpcHandler(getRemoval, async ({ decisionId }) => ({ isRemoved: removals.has(decisionId) })),
    rpcHandler(getDeletedUserPage, async () => ({ items: deletedUsers, next: null })),
    rpcHandler(getModerationPage, async ({ after }) => {
      const index = Number(after)
      const isEnd = index >= moderation.length
      if (isEnd) moderationReadings += 1
      return { items: moderation.slice(index, index + 1), next: isEnd ? null : String(index + 1) }
    }),
    rpcHandler(getBlockPage, async () => {
      blockPagesServed += 1
      return { items: blocks, next: null }
    }),
  ]

  return {
    handlers,
    accounts,
    blocks,
    deletedUsers,
    moderation,
    removals,
    moderationReadings: () => moderationReadings,
    blockPagesServed: () => blockPagesServed,
    /** Creates an account in the fake auth; social has not replicated it yet. */
    addAccount(id: number, more: Partial<ReplicatedProfile>): ReplicatedProfile {
      const { selfie = `/api/selfies/${id}/1` } = more
      const profile: ReplicatedProfile = {
        id,
        name: 'Ada',
        age: 30,
        gender: 'female',
        orientation: 'other',
        selfie,
        ...NO_STORY,
        photos: selfie ? [{ id: selfie.split('/').at(-1) ?? '', path: selfie }] : [],
        createdAt: new Date(Date.UTC(2026, 0, 1) + id).toISOString(),
        hidden: false,
        suspendedUntil: null,
        isReported: false,
        ...more,
      }
      accounts.set(id, { profile, rev: 1, epoch: authEpoch })
      return profile
    },
    /** Resets the fake auth, and deletes all accounts. */
    resetAuth(epoch: number): void {
      accounts.clear()
      authEpoch = epoch
    },
  }
}
