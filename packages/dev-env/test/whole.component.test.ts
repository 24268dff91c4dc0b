import { readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { REQUIRED_PROCESSES } from '@zing/proto/processes'
import { startStopwatch } from '@zing/testing/stopwatch'
import { expect, test } from 'vitest'
import { ROOT } from '../src/root.ts'
import { isAlive } from './is-alive.ts'
import { startZing } from './setup-product.ts'

test('npm start starts every process, and SIGTERM stops all of them within 10 s', { timeout: 180_000 }, async () => {
  const zing = await startZing({ ADMIN_PIN: '4711' })
  expect(zing.printed()).toContain(`Open        http://localhost:${zing.port}`)
  expect(zing.printed()).toContain('Admin PIN   4711')
  expect((await fetch(`${zing.url}/readyz`)).status).toBe(200)
  const pidFile = path.join(zing.dataDir, 'pids.json')
  const pids: Record<string, number> = JSON.parse(readFileSync(pidFile, 'utf8'))
  expect(Object.keys(pids)).toEqual(expect.arrayContaining(REQUIRED_PROCESSES))
  expect(Object.keys(pids)).not.toContain('demo')

  const stopwatch = startStopwatch()
  zing.process.kill('SIGTERM')
  expect(await zing.exited).toEqual({ code: 0, signal: null })
  expect(stopwatch.elapsedMs()).toBeLessThan(10_000)
  expect(Object.values(pids).filter(isAlive)).toEqual([])
  expect(readFileSync(pidFile, 'utf8')).toBe('{}\n')
})

test('npm run dev serves the client by Vite, starts a changed service again, and stops', {
  timeout: 180_000,
}, async () => {
  const zing = await startZing({ LOG_LEVEL: 'info' }, ['--watch'])
  expect(await (await fetch(zing.url)).text()).toContain('/@vite/client')
  expect((await fetch(`${zing.url}/config.json`)).status).toBe(200) // of the gateway
  const starts = () => zing.printed().match(/^chat +\| ready/gm)?.length ?? 0
  await expect.poll(starts).toBe(1)

  utimesSync(path.join(ROOT, 'services/chat/src/main.ts'), new Date(), new Date())
  await expect.poll(starts).toBe(2)
  const pids: Record<string, number> = JSON.parse(readFileSync(path.join(zing.dataDir, 'pids.json'), 'utf8'))
  zing.process.kill('SIGTERM')
  expect(await zing.exited).toEqual({ code: 0, signal: null })
  expect(Object.values(pids).filter(isAlive)).toEqual([])
})
