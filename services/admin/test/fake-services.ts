import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import {
  getAppellant,
  getConfirmed,
  getPhotoPart,
  getProfileEvidence,
  getUserNames,
  getUserRoles,
  PHOTO_PART_BYTES,
  setUserRole,
} from '@zing/proto/nats/rpc/auth'
import { getRelated, getReportable } from '@zing/proto/nats/rpc/social'
import type { ServiceName, World } from './moderation-world.ts'

export function authHandlers(world: World): RpcHandler[] {
  const { users, appeals, photoReads, removedOnRead, duringEvidence, confirmed } = world
  return [
    rpcHandler(getConfirmed, async ({ sid }) => {
      ensureThere(world, 'auth')
      return { isConfirmed: confirmed.has(sid) }
    }),
    rpcHandler(getUserNames, async ({ userIds }) =>
      userIds.flatMap((id) => {
        const user = users.get(id)
        if (!user) return []
        const { name, username, role, createdAt = new Date(0) } = user
        return [{ id, name, username, createdAt: createdAt.toISOString(), ...(role && { role }) }]
      }),
    ),
    rpcHandler(getUserRoles, async ({ username }) =>
      [...users.values()]
        .filter((user) => (username === undefined ? user.role : user.username === username))
        .map(({ id, name, username, role }) => ({ userId: id, name, username, role: role ?? 'member' })),
    ),
    rpcHandler(setUserRole, async ({ userId, role }) => {
      ensureThere(world, 'auth')
      const user = users.get(userId)
      if (!user) return null
      if (role === 'member') delete user.role
      else user.role = role
      return { userId, name: user.name, username: user.username, role }
    }),
    rpcHandler(getProfileEvidence, async ({ userId }) => {
      ensureThere(world, 'auth')
      const meanwhile = duringEvidence.get(userId)
      duringEvidence.delete(userId)
      await meanwhile?.()
      const user = users.get(userId)
      if (!user) return null
      const { name, username, photo, otherPhotos, story, recognition } = user
      const createdAt = new Date(0).toISOString()
      const details = { name, username, age: 30, gender: 'other', orientation: 'other', createdAt }
      return {
        profile: { ...details, bio: null, prompts: [], interests: [], lookingFor: null, ...story },
        photoVersion: photo ? 1 : 0,
        photoVersions: Object.keys(otherPhotos ?? {}).map(Number),
        recognition: recognition ?? { usernameHash: `hash of ${username}`, photoHashes: [] },
      }
    }),
    rpcHandler(getPhotoPart, async ({ userId, version, offset }) => {
      photoReads.push(offset)
      const user = users.get(userId)
      if (removedOnRead.get(userId) === version) delete user?.otherPhotos?.[version]
      const photo = version === 1 ? user?.photo : user?.otherPhotos?.[version]
      if (!photo) return null
      return { part: photo.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: photo.length }
    }),
    rpcHandler(getAppellant, async ({ token }) => appeals.get(token) ?? null),
  ]
}

export function socialHandlers(world: World): RpcHandler[] {
  const { users, related } = world
  return [
    rpcHandler(getReportable, async ({ userId }) => {
      ensureThere(world, 'social')
      return { isReportable: users.get(userId)?.isReportable ?? false }
    }),
    rpcHandler(getRelated, async ({ otherIds }) => {
      ensureThere(world, 'social')
      return { relatedIds: otherIds.filter((id) => related.has(id)) }
    }),
  ]
}

/** Throws the error of a service that does not respond. */
export function ensureThere({ unavailable }: World, service: ServiceName): void {
  if (unavailable.has(service)) throw errors.unavailable()
}
