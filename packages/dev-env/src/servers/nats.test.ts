import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fakeEnvironment } from '../../test/fake-environment.ts'
import { StartError } from '../start-error.ts'
import { findNats } from './nats.ts'

const URL = expect.stringMatching(/^nats:\/\/zing:[\w-]{43}@127\.0\.0\.1:20001$/)

test('NATS_URL takes precedence over every other NATS, and nothing is started', async () => {
  const { environment, used } = fakeEnvironment({ env: { NATS_URL: 'nats://bus:1' }, programs: ['nats-server'] })

  expect(await findNats(environment)).toMatchObject({ url: 'nats://bus:1', from: 'NATS_URL' })
  expect(used).toEqual([])
})

test('nats-server on PATH is preferred to a wheel', async () => {
  const { environment, used } = fakeEnvironment({ programs: ['nats-server'], wheels: ['nats-server'] })

  expect(await findNats(environment)).toMatchObject({ url: URL, from: 'nats-server on PATH' })
  expect(used).toEqual(['which nats-server', 'start nats-server'])
})

test('a wheel is preferred to Docker (fake pip)', async () => {
  const { environment, used } = fakeEnvironment({ wheels: ['nats-server'], docker: true })

  expect(await findNats(environment)).toMatchObject({
    url: URL,
    from: 'nats-server 2.15.1, downloaded with pip',
  })
  expect(used).toEqual(['which nats-server', 'pip nats-server', 'start nats-server'])
})

test('NATS in Docker is preferred to apt (fake Docker client)', async () => {
  const { environment, used, containers } = fakeEnvironment({ docker: true, apt: ['nats-server'] })

  expect(await findNats(environment)).toMatchObject({ url: URL, from: 'Docker' })
  expect(used).toEqual(['which nats-server', 'pip nats-server', 'docker', 'run nats:2.12-alpine'])
  expect(containers[0]?.command).toContain('--jetstream')
})

test('nats-server is installed with apt where possible (fake apt)', async () => {
  const { environment, used } = fakeEnvironment({ apt: ['nats-server'] })

  expect(await findNats(environment)).toMatchObject({ from: 'nats-server, installed with apt' })
  expect(used.slice(-3)).toEqual(['apt nats-server', 'which nats-server', 'start nats-server'])
})

test.each([
  ['a program', { programs: ['nats-server'] }, 'nats.conf'],
  ['Docker', { docker: true }, 'nats/nats.conf'],
])(
  'NATS of %s takes nobody without the password of this start, which only this user can read',
  async (_of, fakes, file) => {
    const { environment, containers } = fakeEnvironment(fakes)
    const config = path.join(environment.dataDir, file)
    const first = await findNats(environment)
    writeFileSync(config, '', { mode: 0o644 })
    const { url } = await findNats(environment)

    const password = /:([\w-]{43})@/.exec(url)?.[1] ?? expect.unreachable()
    expect(readFileSync(config, 'utf8')).toContain(`authorization { user: zing, password: "${password}"`)
    expect(statSync(config).mode & 0o777).toBe(0o600)
    expect(url).not.toBe(first.url)
    expect(JSON.stringify(containers)).not.toContain(password)
  },
)

test('the start fails without NATS and says how to install it', async () => {
  await expect(findNats(fakeEnvironment().environment)).rejects.toThrow(
    new StartError(
      'NATS is missing: install nats-server ("apt install nats-server", "brew install nats-server" or from nats.io) or Python with pip, or start Docker, or set NATS_URL.',
    ),
  )
})
