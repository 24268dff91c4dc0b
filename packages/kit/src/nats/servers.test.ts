import { expect, test } from 'vitest'
import { isNatsServers, natsServersOf } from './servers.ts'

test.each([
  ['nats://127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
  ['nats://chat:a%2Cb@a:4222', { servers: ['a:4222'], user: 'chat', pass: 'a,b' }],
  ['nats://a,nats://b, nats://c:4333', { servers: ['a', 'b', 'c:4333'] }],
  ['chat:pw@a:1,b:2', { servers: ['a:1', 'b:2'], user: 'chat', pass: 'pw' }],
  ['nats://chat:pw@a,nats://chat:pw@b', { servers: ['a', 'b'], user: 'chat', pass: 'pw' }],
  ['nats://[::1]:4222,tls://b', { servers: ['[::1]:4222', 'b'], tls: { checkServerIdentity: expect.any(Function) } }],
])('%s is parsed', (urls, servers) => {
  expect(natsServersOf(urls)).toEqual(servers)
})

test.each([
  ['b', ['b:1', 'a:1', 'c:1'], true],
  ['z', ['a:1', 'b:1', 'c:1'], undefined],
  [undefined, ['a:1', 'b:1', 'c:1'], undefined],
])('on host %j the servers are tried in the order %j', (host, servers, noRandomize) => {
  expect(natsServersOf('nats://a:1,nats://b:1,nats://c:1', host)).toEqual({
    servers,
    ...(noRandomize && { noRandomize }),
  })
})

test('servers that are all on the own host are tried at random', () => {
  expect(natsServersOf('nats://a:1,nats://a:2', 'a')).toEqual({ servers: ['a:1', 'a:2'] })
})

test.each(['', 'nats://a,,nats://b', 'http://a:4222', 'nats://x:1@a,nats://y:2@b', 'nats://a:99999'])(
  '%j is refused',
  (urls) => {
    expect(isNatsServers(urls)).toBe(false)
  },
)
