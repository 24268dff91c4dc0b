import { request } from '@zing/kit/nats/rpc'
import { createBatcher } from '@zing/kit/timing/batcher'
import type { Versions } from '@zing/proto/frames/server'
import { getNotificationVersions, VERSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../../context.ts'
import { conversationVersions } from '../../conversations/conversation-versions.ts'

const BATCHES = { maxConcurrent: 2, size: VERSIONS_PER_REQUEST, lingerMs: 20 }
/** CONNECTED waits no longer for versions. */
const WAIT_MS = 1_000

export type ReadVersions = (userId: number) => Promise<Versions>

/** Reads the versions of reconnecting users together. What cannot be read in time is left out, and their clients fetch it. */
export function createReadVersions({ models, nats }: Pick<Ctx, 'models' | 'nats'>): ReadVersions {
  const ofConversations = createBatcher((userIds: number[]) => conversationVersions({ models }, userIds), BATCHES)
  const ofNotifications = createBatcher(
    (userIds: number[]) => request(nats, getNotificationVersions, { userIds }),
    BATCHES,
  )

  async function readNotifications(userId: number): Promise<Versions> {
    const notifications = await ofNotifications(userId)
    return notifications === null ? {} : { notifications }
  }
  return async function readVersions(userId) {
    const parts = await Promise.all([orNothing(ofConversations(userId)), orNothing(readNotifications(userId))])
    return Object.assign({}, ...parts)
  }
}

function orNothing(reading: Promise<Versions>): Promise<Versions> {
  const { promise, resolve } = Promise.withResolvers<Versions>()
  const timeout = setTimeout(() => resolve({}), WAIT_MS)
  reading.then(resolve, () => resolve({})).finally(() => clearTimeout(timeout))
  return promise
}
