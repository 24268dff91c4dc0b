import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/client-config'
import { subscribeToPush } from '@zing/proto/http/push'
import { likeUser } from '@zing/proto/http/social'
import type { PushDevice, PushHost } from '@zing/testing/push-host'
import { checkWebPushes, type ExpectedPush, isOf, type SeenPush } from '../../checks/messages/web-pushes.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { register, type TestUser } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'
import { keepSocket } from './socket.ts'

/** Number of users who are notified, and how often. */
export interface PushTempo {
  receivers: number
  everyMs: readonly [least: number, most: number]
  /** Longest response time of the push host, so that a fault meets pushes in its hands. */
  answerMs: number
}
/** Tempo beside all other workloads. */
export const SELDOM: PushTempo = { receivers: 3, everyMs: [3_000, 8_000], answerMs: 0 }
/** Tempo of this workload alone. */
export const OFTEN: PushTempo = { receivers: 10, everyMs: [1_500, 4_000], answerMs: 1_000 }
/**
 * A killed process's work items are delivered again after 30 s, and a sender retries an unavailable push host later.
 */
const ARRIVE_MS = 90_000
const POLL_MS = 250
/** Responses of the push host that sometimes precede an acceptance. */
const FAILURES = [[500], [503, 500], [{ status: 429, retryAfter: '2' }], ['hang' as const]]

interface Receiver {
  person: TestUser
  device: PushDevice
}

export interface WebPushes extends Workload {
  /** Times at which the expected pushes were confirmed and received. */
  pushed(): { confirmedAt: number; receivedAt: number | undefined }[]
}

/**
 * Users match with others and get a message. Both reach their push host, which sometimes fails. Every other user has a
 * socket that confirms nothing, like an unreachable phone.
 */
export async function startWebPushes(run: Run, host: PushHost, tempo: PushTempo): Promise<WebPushes> {
  const names = newNames('pushed', tempo.receivers)
  const receivers = await Promise.all(names.map((name, index) => createReceiver(name, index % 2 === 1)))
  const expected: ExpectedPush[] = []

  async function createReceiver(name: string, hasSocket: boolean): Promise<Receiver> {
    const person = await register(run, name)
    const operation = { op: 'subscribe to push', key: randomUUID(), caller: person }
    const { body: config } = await untilCertain(run, () =>
      attempt(run, { ...operation, caller: null }, getClientConfig),
    )
    const device = host.createDevice(config?.vapidPublicKey)
    await untilCertain(run, () => attempt(run, operation, subscribeToPush, { body: device.subscription }))
    if (hasSocket) keepSocket(run, person, () => {})
    return { person, device }
  }

  async function loop(receiver: Receiver): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(tempo.everyMs))
      const sender = await register(run, `pusher.${randomBytes(5).toString('hex')}`).catch(() => null) // the end of a run may interrupt it
      if (sender) await meet(sender, receiver)
    }
  }

  async function meet(sender: TestUser, { person, device }: Receiver): Promise<void> {
    const failure = run.random.next() < 0.3 ? FAILURES[run.random.integer(0, FAILURES.length - 1)] : undefined
    const delayMs = run.random.integer(0, tempo.answerMs)
    device.answerWith(...(failure ?? []), { status: 201, delayMs })
    const like = (one: TestUser, other: TestUser) =>
      untilCertain(run, () =>
        attempt(run, { op: 'like of a pushed', key: randomUUID(), caller: one }, likeUser, {
          body: { likedId: other.id },
        }),
      )
    await like(sender, person)
    const { outcome, to: at } = await like(person, sender)
    if (outcome !== 'ok') return
    const about = { receiverId: person.id, aboutId: sender.id }
    expected.push({ ...about, type: 'MATCH', at })

    const body = { receiverId: person.id, content: 'hi', clientMessageId: randomUUID() }
    const sent = await untilCertain(run, () =>
      attempt(run, { op: 'message to a pushed', key: body.clientMessageId, caller: sender }, sendMessage, { body }),
    )
    if (sent.outcome === 'ok') expected.push({ ...about, type: 'MESSAGE', at: sent.to })
  }

  function received() {
    const startedAt = Date.now() - run.history.now()
    return receivers.flatMap(({ person, device }) =>
      device.received.map((push) => ({ ...push, receiverId: person.id, at: push.at - startedAt })),
    )
  }

  function seenPushes() {
    return received()
      .filter(({ status }) => status === 201)
      .map(({ content, ...push }) => ({ ...push, content: content as SeenPush['content'] }))
  }

  function violations() {
    const wrong = host.problems.map((text) => ({
      invariant: 'INV-10' as const,
      text: `the push host refused: ${text}`,
    }))
    return [...checkWebPushes(expected, seenPushes()), ...wrong]
  }

  /**
   * Waits longer than other workloads, because a push leaves the product. The device accepts again, since the sender
   * pauses for minutes after repeated failures.
   */
  async function untilArrived(): Promise<void> {
    for (const { device } of receivers) device.answerWith(201)
    const end = performance.now() + ARRIVE_MS
    while (violations().length > 0 && performance.now() < end) await pause(POLL_MS)
    for (const { receiverId: user, at, status } of received()) run.history.add({ type: 'push', user, at, status })
  }

  return {
    done: Promise.all(receivers.map(loop)).then(untilArrived),
    seen: [],
    check: async () => violations(),
    pushed() {
      const seen = seenPushes()
      return expected.map((one) => ({
        confirmedAt: one.at,
        receivedAt: seen.find((push) => isOf(push, one))?.at,
      }))
    },
  }
}
