import { REQUIRED_PROCESSES } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { localUrl, placeInstances } from './instances.ts'
import { readScale } from './scale.ts'

const publicAddress = { host: '0.0.0.0', port: 8080 }
function ports() {
  let last = 3_000
  return async () => ++last
}

test('a single gateway listens on the public address itself', async () => {
  const instances = await placeInstances(readScale([]), publicAddress, ports())
  expect(instances.map(({ name }) => name)).toEqual(REQUIRED_PROCESSES)
  expect(instances.at(-1)).toMatchObject({ kind: 'gateway', host: '0.0.0.0', port: 8080 })
  expect(instances.filter(({ host }) => host === '127.0.0.1')).toHaveLength(REQUIRED_PROCESSES.length - 1)
})

test('several processes of a kind have names and ports of their own, on loopback', async () => {
  const instances = await placeInstances(readScale(['--scale', 'chat=2,gateway=2']), publicAddress, ports())
  const isDoubled = (name: string) => name === 'chat' || name === 'gateway'
  expect(instances.map(({ name }) => name)).toEqual(
    REQUIRED_PROCESSES.flatMap((name) => (isDoubled(name) ? [`${name}-1`, `${name}-2`] : [name])),
  )
  const usedPorts = instances.flatMap(({ port, metricsPort }) => [port, metricsPort])
  expect(new Set(usedPorts).size).toBe(2 * instances.length)
  expect(usedPorts).not.toContain(8080)
  expect(new Set(instances.map(({ host }) => host))).toEqual(new Set(['127.0.0.1']))
})

test('a server that listens on all addresses is reached on loopback', () => {
  expect(localUrl({ host: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80')
  expect(localUrl({ host: '::1', port: 80 })).toBe('http://[::1]:80')
  expect(localUrl({ host: '192.0.2.7', port: 80 })).toBe('http://192.0.2.7:80')
})
