import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { type PublishedCall, publishedCalls } from '@zing/openapi/changes/published'
import { getUser } from '@zing/proto/http/auth'
import { callAs } from '../../support/api.ts'
import { hostileRequests } from '../../support/hostile-requests.ts'
import { userWithRole } from '../../support/moderators.ts'
import { test } from '../../support/test.ts'

/** Left out because ten wrong PINs lock the administration for a day. */
const isPinCall = ({ path }: PublishedCall) => path === '/api/admin/verify-pin' || path === '/api/admin/reset'
const AT_ONCE = 16

test('SEC-91 no call answers a hostile request with an error of the server', async ({ browser, baseURL }) => {
  const { id, page } = await userWithRole(browser, 'Mia', 'moderator') // may make all calls
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const requests = publishedCalls.filter((call) => !isPinCall(call)).flatMap(hostileRequests)
  const failed: string[] = []
  const statuses = new Map<number, number>()

  async function send({ method, path, body }: (typeof requests)[number]): Promise<void> {
    const response = await fetch(`${baseURL}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    const { status } = response
    const text = await response.text()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500 || (status >= 400 && !isErrorBody(text)))
      failed.push(`${method} ${path.slice(0, 80)} ${body?.slice(0, 120) ?? ''}: ${status} ${text.slice(0, 80)}`)
  }

  const queue = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of queue) await send(request)
    }),
  )
  expect(failed).toEqual([])
  expect(statuses.get(400) ?? 0, [...statuses].join(' ')).toBeGreaterThan(requests.length / 2)
  expect((await callAs(page, getUser)).body).toMatchObject({ id, role: 'moderator' })
})

function isErrorBody(text: string): boolean {
  try {
    return typeof JSON.parse(text).message === 'string'
  } catch {
    return false
  }
}

test.describe('SEC-91 a client that does not speak HTTP gets 400 or is disconnected', () => {
  for (const [name, bytes] of Object.entries({
    'no request': '\r\n\r\n\r\n',
    'another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
    'binary data': Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
    'an unknown method': 'HACK / HTTP/1.1\r\nHost: x\r\n\r\n',
    'an unknown version': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'no host': 'GET /api/user HTTP/1.1\r\n\r\n',
    'a header without a name': 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
    'a header of 100 KB': `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(100_000)}\r\n\r\n`,
    'two lengths': 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
    'a length and chunks':
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    'a negative length': 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'a broken chunk': 'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    'a proxy request': 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
    'a foreign upgrade': 'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    'a socket without a key': 'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  })) {
    test(name, async ({ baseURL }) => {
      const { hostname, port } = new URL(baseURL ?? '')
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.write(bytes)
      socket.end()
      await once(socket, 'close')
      expect(received).toMatch(/^$|^HTTP\/1\.1 4\d\d /)
      expect((await fetch(`${baseURL}/readyz`)).status).toBe(200)
    })
  }
})
