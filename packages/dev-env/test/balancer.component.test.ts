import { createServer, type Server } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { startBalancer } from '../src/balancer/start-balancer.ts'
import { freePort } from '../src/processes/free-port.ts'

const soon = { timeout: 10_000, interval: 50 }

/** Answers with its name; ready from the start. */
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

async function askFourTimes(): Promise<string[]> {
  const answers: string[] = []
  for (let i = 0; i < 4; i++) answers.push(await (await fetch(url)).text())
  return answers.sort()
}

test('connections go to the gateways in turn', async () => {
  await vi.waitFor(async () => expect(await askFourTimes()).toEqual(['a', 'a', 'b', 'b']), soon)
})

test('a gateway that is gone is passed over, and back when it is back', async () => {
  a.closeAllConnections()
  await new Promise((resolve) => a.close(resolve))
  expect(await askFourTimes()).toEqual(['b', 'b', 'b', 'b'])
  a = await startGateway('a', portOfA)
  await vi.waitFor(async () => expect(await askFourTimes()).toEqual(['a', 'a', 'b', 'b']), soon)
})

test('everything passes, however large', async () => {
  const answer = await fetch(url, { method: 'POST', body: Buffer.alloc(5_000_000) })
  expect(await answer.text()).toBe('5000000')
})
