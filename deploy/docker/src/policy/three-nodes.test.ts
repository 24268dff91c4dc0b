import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { K8S, ROOT } from '../paths.ts'

const hostsConf = readFileSync(path.join(ROOT, 'deploy/hosts/nats.conf'), 'utf8')
const { config } = parse(readFileSync(path.join(K8S, 'overlays/three-nodes/charts/nats.yaml'), 'utf8'))

/** Set by the chart itself. */
const OF_THE_CHART = ['no_advertise', 'lame_duck_duration', 'authorization']

test('the chart of NATS gets the settings of three hosts', () => {
  const { fileStore, memoryStore, merge } = config.jetstream
  const settings = {
    ...config.merge,
    jetstream: { ...merge, max_memory_store: memoryStore.maxSize, max_file_store: fileStore.maxSize },
    cluster: config.cluster.merge,
  }
  expect(settings).toMatchObject(settingsOf(hostsConf))
})

/** Reads the settings of a conf of two levels that are the same on each host. */
function settingsOf(conf: string): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  let block = settings
  for (const line of conf.split('\n')) {
    const [, opened] = /^(\w+) \{$/.exec(line) ?? []
    if (opened) settings[opened] = block = {}
    if (line === '}') block = settings
    const [, name = '', value] = /^ *(\w+): ([^ ]+)(?: #.*)?$/.exec(line) ?? []
    if (value && !/[$[]/.test(value) && !OF_THE_CHART.includes(name) && name !== 'name') block[name] = parse(value)
  }
  return settings
}
