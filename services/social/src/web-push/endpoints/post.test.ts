import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPoster, ForbiddenAddress, type Poster } from './post.ts'

const servers: Server[] = []
const posters: Poster[] = []
afterEach(async () => {
  for (const poster of posters.splice(0)) poster.stop()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

function createTestPoster(allowLoopback: boolean): Poster {
  const poster = createPoster({ allowLoopback })
  posters.push(poster)
  return poster
}

async function listen(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on a port
}

const push = (endpoint: string) => ({ endpoint, headers: { ttl: '60' }, body: Buffer.from('push') })

test('a push is posted, and the status and Retry-After of its host come back', async () => {
  const received: string[] = []
  const port = await listen(async (request, response) => {
    for await (const chunk of request) received.push(`${request.method} ${request.headers.ttl} ${chunk}`)
    response.writeHead(429, { 'retry-after': '120' }).end('slower, please')
  })
  const poster = createTestPoster(true)
  expect(await poster.post(push(`http://127.0.0.1:${port}/x`))).toEqual({ status: 429, retryAfter: '120' })
  expect(received).toEqual(['POST 60 push'])
})

test.each([
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://localhost/x',
  'http://push.example/x',
  'https://push.example:8443/x',
  'https://[64:ff9b::a00:1]/x',
])('SEC-92 it does not connect to %s', async (endpoint) => {
  await expect(createTestPoster(false).post(push(endpoint))).rejects.toBeInstanceOf(ForbiddenAddress)
})

test('SEC-92 it sends nothing to this machine unless tests allow it', async () => {
  let requests = 0
  const port = await listen((_request, response) => {
    requests += 1
    response.writeHead(201).end()
  })
  const poster = createTestPoster(false)
  await expect(poster.post(push(`http://127.0.0.1:${port}/x`))).rejects.toBeInstanceOf(ForbiddenAddress)
  await expect(poster.post(push(`http://localhost:${port}/x`))).rejects.toBeInstanceOf(ForbiddenAddress)
  expect(requests).toBe(0)
})

test('SEC-92 a redirect is a response like any other', async () => {
  let requests = 0
  const port = await listen((_request, response) => {
    requests += 1
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  })
  expect(await createTestPoster(true).post(push(`http://127.0.0.1:${port}/x`))).toMatchObject({ status: 307 })
  expect(requests).toBe(1)
})

test.each([
  ['a private address', ['10.0.0.7']],
  ['the metadata service of a cloud', ['169.254.169.254']],
  ['a mapped IPv4 address', ['::ffff:10.0.0.7']],
  ['a public and a private address', ['142.250.185.106', '127.0.0.1']],
  ['no address', []],
])('SEC-92 when a name has %s at the connection, it does not connect', async (_what, addresses) => {
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const poster = createPoster({ allowLoopback: false, resolve })
  posters.push(poster)
  // a second connection resolves the name again: an earlier answer counts for nothing
  for (const times of [1, 2]) {
    await expect(poster.post(push('https://push.example/x'))).rejects.toBeInstanceOf(ForbiddenAddress)
    expect(asked).toHaveLength(times)
  }
})

test('it drops a response of any length', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(201)
    const write = () => response.write(Buffer.alloc(64 * 1024))
    response.on('drain', write)
    write()
  })
  expect(await createTestPoster(true).post(push(`http://127.0.0.1:${port}/x`))).toMatchObject({ status: 201 })
})
