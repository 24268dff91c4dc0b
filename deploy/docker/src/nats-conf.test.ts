import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { natsClusterConf, natsConf } from './nats-conf.ts'
import { NATS_CLUSTER_CONF, NATS_CONF } from './paths.ts'

test.each([
  [NATS_CONF, natsConf],
  [NATS_CLUSTER_CONF, natsClusterConf],
])('when contracts change, npm run nats:permissions writes %s', (file, conf) => {
  expect(readFileSync(file, 'utf8')).toBe(conf())
})
