import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { EVENT_CONSUMERS, listDeadLettersOf, replayDeadLettersOf } from '@zing/proto/nats/rpc/dead-letters'
import { runScript } from '@zing/testing/run-script'
import { startNats } from '@zing/testing/servers'
import { afterAll, expect, test } from 'vitest'

const script = new URL('../src/dead-letters.ts', import.meta.url)
const server = await startNats()
const services = EVENT_CONSUMERS.map((name) => connectNats(server.url, name, createLog('test', 'silent')))
afterAll(() => Promise.all(services.map((nats) => nats.drain())))

const letter = { subject: 'evt.like.created', reason: 'Error: broken', at: '2026-01-01T00:00:00.000Z' }
let left = 3
let batches = 0 // the first one fails
for (const [index, service] of EVENT_CONSUMERS.entries()) {
  const nats = services[index]
  if (!nats) throw new Error(`no connection for ${service}`)
  const isSocial = service === 'social'
  serveRpc(nats, service, [
    rpcHandler(listDeadLettersOf(service), async () => ({
      deadLetters: isSocial ? Array(left).fill(letter) : [],
      total: isSocial ? left : 0,
    })),
    rpcHandler(replayDeadLettersOf(service), async () => {
      if (!isSocial || ++batches === 1) return { replayed: 0, failed: isSocial ? 1 : 0 }
      left -= 1
      return { replayed: 1, failed: 0 }
    }),
  ])
  await (await nats.connection).flush()
}

const run = (env: Record<string, string>, ...args: string[]) => runScript(script, env, args)

test('an operator lists the dead letters of every service, and replays each letter once', async () => {
  const line = `  ${letter.at}  ${letter.subject}  ${letter.reason}\n`
  expect(await run({ NATS_URL: server.url })).toEqual({
    code: 0,
    output: `auth: 0 dead letters\nsocial: 3 dead letters\n${line.repeat(3)}chat: 0 dead letters\n`,
  })
  expect(await run({ NATS_URL: server.url }, '--replay')).toEqual({
    code: 0,
    output:
      'auth: 0 dead letters replayed, 0 left\nsocial: 2 dead letters replayed, 1 left\nchat: 0 dead letters replayed, 0 left\n',
  })
})

test('without NATS the script fails and says what it needs', async () => {
  expect(await run({})).toEqual({
    code: 1,
    output: expect.stringContaining('set NATS_URL to NATS as the service admin'),
  })
  expect(await run({ NATS_URL: 'nats://127.0.0.1:9' })).toEqual({
    code: 1,
    output: expect.stringContaining('NATS does not respond'),
  })
})
