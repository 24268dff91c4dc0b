import { connectNats, type Nats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import type { ProcessName } from '@zing/proto/processes'
import { WAIT } from '@zing/testing/wait'
import { connect } from 'nats'
import { afterAll, expect, test, vi } from 'vitest'
import { startNatsWithPermissions } from './start-nats.ts'

const server = await startNatsWithPermissions()
const opened: Nats[] = []
afterAll(() => Promise.all(opened.map((nats) => nats.drain())))

async function connectionOf(user: ProcessName) {
  const nats = connectNats(server.url(user), user, createLog(user, 'silent'))
  opened.push(nats)
  return nats.connection
}

test('NATS rejects a client without the right password', async () => {
  await expect(connect({ servers: server.url('chat').replace(/\/\/.*@/, '//') })).rejects.toThrow('Authorization')
  const servers = new URL(server.url('chat')).host
  await expect(connect({ servers, user: 'chat', pass: 'wrong' })).rejects.toThrow('Authorization')
})

test.each<[ProcessName, string]>([
  ['chat', 'evt.user.updated'],
  ['chat', 'ctl.session.revoked'],
  ['chat', 'rpc.auth.reset'],
  ['chat', '_INBOX_gateway.x'],
  ['social', 'push.7'],
  ['social', '$JS.API.CONSUMER.DELETE.EVENTS.chat'],
  ['social', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.chat'],
  ['social', '$JS.API.STREAM.DELETE.EVENTS'],
  ['social', '$JS.API.STREAM.PURGE.EVENTS'],
  ['gateway', 'evt.block.created'],
  ['admin', 'ctl.session.revoked'],
  ['admin', 'evt.user.updated'],
  ['admin', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.auth'],
  ['social', 'evt.sanction.imposed'],
  ['social', 'rpc.auth.set-role'],
  ['chat', 'rpc.auth.set-role'],
  ['vision', 'rpc.auth.session'],
  ['vision', 'evt.user.updated'],
])('%s may not publish %s', async (user, subject) => {
  const nc = await connectionOf(user)
  nc.publish(subject, '{}')
  await vi.waitFor(() => expect(server.violations().join('\n')).toMatch(violation('Publish', user, subject)), WAIT)
})

test.each<[ProcessName, string]>([
  ['chat', '_INBOX_gateway.>'],
  ['chat', '_INBOX.>'],
  ['chat', 'evt.>'],
  ['chat', '>'],
  ['social', 'push.*'],
  ['social', 'rpc.auth.session'],
  ['gateway', 'push.>'],
  ['vision', 'evt.>'],
  ['vision', 'push.>'],
])('%s may not subscribe to %s', async (user, subject) => {
  const nc = await connectionOf(user)
  nc.subscribe(subject, { callback: () => {} })
  await vi.waitFor(() => expect(server.violations().join('\n')).toMatch(violation('Subscription', user, subject)), WAIT)
})

/** Matches the log line of nats-server 2.9 and of 2.12. */
function violation(kind: string, user: string, subject: string): RegExp {
  const quoted = subject.replace(/[.*$>]/g, String.raw`\$&`)
  const named = [`${kind} Violation - User "${user}".*`, `user:${user}" - ${kind} Violation - `]
  return new RegExp(`(?:${named.join('|')})Subject "${quoted}"`)
}
