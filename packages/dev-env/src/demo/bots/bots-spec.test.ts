import { expect, test } from 'vitest'
import { botsSpec } from './bots-spec.ts'

test('the process of the bots gets only the URL of the gateway and the demo password', () => {
  const lines: string[] = []
  const spec = botsSpec({
    gatewayUrl: 'http://127.0.0.1:8080',
    password: 'pw',
    onLine: (name, line) => void lines.push(`${name}: ${line}`),
  })
  spec.onLine?.('hello')

  const added = Object.entries(spec.env ?? {}).filter(([name, value]) => process.env[name] !== value)
  expect(Object.fromEntries(added)).toEqual({ GATEWAY_URL: 'http://127.0.0.1:8080', DEMO_PASSWORD: 'pw' })
  expect(lines).toEqual(['demo: hello'])
  expect(spec.isReady()).toBe(true)
})
