import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testEnv } from '@zing/testing/servers'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const env = await testEnv()

/** Runs the real entry point until the process exits. */
function runMain(overrides: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const childEnv = {
    PATH: process.env.PATH,
    ...env,
    PORT: '0',
    PUBLIC_ORIGINS: 'https://zing.example.org',
    ...overrides,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [main], { env: childEnv, timeout: 60_000 }, (error, stdout) => {
      resolve({ code: error?.code, lines: stdout.trim().split('\n') })
    })
  })
}

test('SEC-76 an invalid configuration stops the process; one log line names every bad variable', async () => {
  const { code, lines } = await runMain({ SESSION_SECRET: 'short', MONGO_URL: '', SESSION_TTL: '0' })
  expect(code).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 60,
      time: expect.any(Number),
      service: 'auth',
      msg: 'Bad configuration: MONGO_URL is missing; SESSION_SECRET needs at least 32 characters; SESSION_TTL is not a duration such as 30d',
    },
  ])
})

test('SEC-76 production rejects secrets that look like examples', async () => {
  const { code, lines } = await runMain({ NODE_ENV: 'production', SESSION_SECRET: 'changeme-'.repeat(4) })
  expect([code, lines[0]]).toEqual([1, expect.stringContaining('SESSION_SECRET looks like an example')])
})
