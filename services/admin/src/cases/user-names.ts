import { request } from '@zing/kit/nats/rpc'
import type { Role } from '@zing/proto/accounts/roles'
import type { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { getUserNames, USERS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'

/** Users as moderators see them; a deleted user has only an id. */
export interface UserNames {
  of(userId: number): ModeratedUser
  /** Undefined for a member. */
  roleOf(userId: number): Role | undefined
  /** Undefined for a user who is gone. */
  createdAtOf(userId: number): Date | undefined
}

export async function namesOf({ nats }: Pick<Ctx, 'nats'>, userIds: Iterable<number>): Promise<UserNames> {
  const ids = [...new Set(userIds)]
  const users: RpcResult<typeof getUserNames> = []
  for (let first = 0; first < ids.length; first += USERS_PER_REQUEST) {
    users.push(...(await request(nats, getUserNames, { userIds: ids.slice(first, first + USERS_PER_REQUEST) })))
  }
  const byId = new Map(users.map((user) => [user.id, user]))
  return {
    of(id) {
      const user = byId.get(id)
      return { id, name: user?.name ?? null, username: user?.username ?? null }
    },
    roleOf: (id) => byId.get(id)?.role,
    createdAtOf(id) {
      const createdAt = byId.get(id)?.createdAt
      return createdAt === undefined ? undefined : new Date(createdAt)
    },
  }
}
