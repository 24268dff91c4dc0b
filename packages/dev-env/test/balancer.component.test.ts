import { createServer, type Server } from 'node:http'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { startBalancer } from '../src/balancer/start-balancer.ts'
import { freePort } from '../src/processes/free-port.ts'

/** Starts a server that responds with its name, or with the size of a POST body. */
async function startGateway(name: string, port: number): Promise<Server> {
  const server = createServer((req, res) => {
    let size = 0
    req.on('data', (part: Buffer) => {
      size += part.length
    })
    req.on('end', () => res.writeHead(200, { connection: 'close' }).end(req.method === 'POST' ? `${size}` : name))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

const [portOfA, portOfB] = [await freePort(), await freePort()]
let a = await startGateway('a', portOfA)
const b = await startGateway('b', portOfB)
const balancer = await startBalancer({
  host: '127.0.0.1',
  port: 0,
  addresses: [`http://127.0.0.1:${portOfA}`, `http://127.0.0.1:${portOfB}`],
})
const url = `http://127.0.0.1:${balancer.port}`
afterAll(() => {
  balancer.stop()
  a.close()
  b.close()
})

async function fetchFourTimes(): Promise<string[]> {
  const responses: string[] = []
  for (let i = 0; i < 4; i++) responses.push(await (await fetch(url)).text())
  return responses.sort()
}

test('the balancer sends connections to the gateways in turn', async () => {
  await vi.waitFor(async () => expect(await fetchFourTimes()).toEqual(['a', 'a', 'b', 'b']), WAIT)
})

test('the balancer leaves out a gateway that is down, and uses it again when it is back', async () => {
  a.closeAllConnections()
  await new Promise((resolve) => a.close(resolve))
  expect(await fetchFourTimes()).toEqual(['b', 'b', 'b', 'b'])
  a = await startGateway('a', portOfA)
  await vi.waitFor(async () => expect(await fetchFourTimes()).toEqual(['a', 'a', 'b', 'b']), WAIT)
})

test('the balancer forwards a body of 5 MB', async () => {
  const response = await fetch(url, { method: 'POST', body: Buffer.alloc(5_000_000) })
  expect(await response.text()).toBe('5000000')
})
