import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import { consumeWork, workHandler } from '@zing/kit/nats/work-queue'
import { beforeScrape } from '@zing/kit/observability/metrics'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { notificationCreated } from '@zing/proto/nats/events'
import { deviceNotified, messagesUnseen } from '@zing/proto/nats/work'
import type { Connection } from 'mongoose'
import type { Config } from '../config.ts'
import type { Ctx, WebPush } from '../context.ts'
import { pushesDropped, pushesRetried, pushesWaiting } from '../metrics.ts'
import type { Times } from '../times.ts'
import { removeDevicesOf } from './devices/devices.ts'
import { createSessionCheck } from './devices/session-check.ts'
import { createHostLimits } from './endpoints/host-limits.ts'
import { createPoster } from './endpoints/post.ts'
import { pushNotification, pushUnseen } from './fan-out.ts'
import { planPush } from './plan-push.ts'
import { sendPush } from './send-push.ts'
import { sharePlans } from './share-plans.ts'

/** Pushes in progress in a process: many hosts may hang at once with FIRST_CONCURRENCY each. */
const MAX_HELD = 256
/** A process has 10 s to stop, and a push host 10 s to respond. */
const STOP_MS = 3_000

/** Creates everything that sending needs; null without VAPID keys. */
export function createWebPush(config: Config, nats: Nats, { pushRetryMs }: Times = {}): WebPush | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, PUSH_ALLOW_LOOPBACK: allowLoopback } = config
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY) {
    nats.log.info('Web Push is off: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set')
    return null
  }
  return {
    vapid: { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT },
    allowLoopback,
    retryMs: pushRetryMs,
    hostLimits: createHostLimits({ firstPauseMs: pushRetryMs }),
    poster: createPoster({ allowLoopback }),
    isActive: createSessionCheck(nats),
    plan: sharePlans(planPush),
  }
}

/** Events that notify by Web Push. */
export function webPushEvents(ctx: Ctx): EventHandler[] {
  return ctx.webPush ? [on(notificationCreated, (event) => pushNotification(ctx, event))] : []
}

interface Parts {
  nats: Nats
  epoch: Epoch
  db: Connection
}

/** Removes the devices of ended sessions at once, and sends queued pushes; `handlers` also replay dead letters. */
export function startWebPush(ctx: Ctx, { nats, epoch, db }: Parts) {
  subscribe(nats, sessionsRevoked, ({ sids }) => {
    if (!sids) return // a reset, which deletes them by their epoch
    // after a failure, the check before each push finds them
    removeDevicesOf(ctx, sids).catch((err: unknown) => ctx.log.warn({ err }, 'devices of ended sessions not removed'))
  })
  const { webPush } = ctx
  if (!webPush) return { handlers: [], stop: async () => {} }

  const unseen = workHandler(messagesUnseen, (work) => pushUnseen(ctx, work))
  const device = workHandler(deviceNotified, async (work, deliveryCount) => {
    if (ctx.settings.current().settings.features.push) return sendPush(ctx, webPush, work, deliveryCount)
    pushesDropped.inc({ reason: 'feature off' })
  })
  const unseenConsumer = consumeWork(nats, { contract: messagesUnseen, handler: unseen, epoch, db })
  const sender = consumeWork(nats, { contract: deviceNotified, handler: device, epoch, db, maxHeld: MAX_HELD })
  const stopSampling = beforeScrape(async () => {
    const sample = await sender.sample()
    if (!sample) return
    pushesWaiting.set(sample.waiting)
    pushesRetried.set(sample.retried)
  })
  return {
    handlers: [unseen, device],
    /** Finishes the pushes in progress, and returns pushes to the queue if their host does not respond soon. */
    async stop() {
      stopSampling()
      const cutting = setTimeout(webPush.poster.stop, STOP_MS)
      await Promise.all([unseenConsumer.stop(), sender.stop()])
      clearTimeout(cutting)
      webPush.poster.stop()
    },
  }
}
