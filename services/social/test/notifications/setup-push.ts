import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublishWork } from '@zing/kit/nats/streams/work-stream'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import * as contract from '@zing/proto/http/push'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { getUnreadMessages } from '@zing/proto/nats/rpc/chat'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import { messagesUnseen } from '@zing/proto/nats/work'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { type PushDevice, startPushHost } from '@zing/testing/push-host'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const PRIVATE_KEY = createVapidPrivateKey()
export const PUBLIC_KEY = vapidPublicKeyOf(PRIVATE_KEY)
const PUSH_ENV = { VAPID_PUBLIC_KEY: PUBLIC_KEY, VAPID_PRIVATE_KEY: PRIVATE_KEY, PUSH_ALLOW_LOOPBACK: 'true' }

/** Instead of five seconds. */
export const PUSH_RETRY_MS = 500

type Unread = RpcResult<typeof getUnreadMessages>

/** Social with Web Push, a push host on loopback, and the RPCs of auth and chat that sending needs. */
export async function setupPush() {
  const social = await setupSocial(PUSH_ENV, { pushRetryMs: PUSH_RETRY_MS })
  const host = await startPushHost()
  const ended = new Set<string>() // sessions that auth no longer has
  const unread = new Map<number, Unread>() // the responses of chat
  let isChatDown = false
  const checks: { isIdle?: boolean }[] = [] // the requests to auth
  serveRpc(social.nats, 'others', [
    rpcHandler(getActiveSessions, async (input) => {
      checks.push(input)
      return { sids: input.sessions.map(({ sid }) => sid).filter((sid) => !ended.has(sid)), roles: [] }
    }),
    rpcHandler(getUnreadMessages, async ({ userId }) => {
      if (isChatDown) await new Promise(() => {})
      return unread.get(userId) ?? { total: 0, ofPartner: null }
    }),
  ])
  await (await social.nats.connection).flush()
  const publishWork = createPublishWork(social.nats)
  afterTestOrFile(async () => {
    await host.stop()
    expect(host.problems).toEqual([]) // a test that expects a problem removes it
  })

  /** Gives a user a device at the push host. */
  async function withDevice(user: TestUser): Promise<PushDevice> {
    const device = host.createDevice(PUBLIC_KEY)
    const { status } = await untilAccepted(() => user.call(contract.subscribeToPush, { body: device.subscription }))
    expect(status).toBe(201)
    return device
  }

  /** Hands over messages by `partner` that no device of `user` has confirmed, as chat does. */
  async function leaveUnseen(user: TestUser, partner: TestUser, seq: number, id = `unseen:${user.id}:${seq}`) {
    unread.set(user.id, { total: seq, ofPartner: { unread: seq, deliveredSeq: 0 } })
    const at = new Date().toISOString()
    await publishWork(messagesUnseen, { id, epoch: 0, at, userId: user.id, partnerId: partner.id, seq })
  }

  /** Waits for pushes and returns them all. */
  async function receivedBy(device: PushDevice, count: number) {
    await vi.waitFor(() => expect(device.received.length).toBeGreaterThanOrEqual(count), WAIT)
    return device.received
  }

  return {
    ...social,
    host,
    ended,
    unread,
    publishWork,
    withDevice,
    leaveUnseen,
    receivedBy,
    checks,
    setChatDown(isDown: boolean): void {
      isChatDown = isDown
    },
  }
}
