import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { natsConf } from './nats-conf.ts'
import { NATS_CONF } from './paths.ts'

test('the committed nats.conf matches the contracts; npm run nats:permissions writes it', () => {
  expect(readFileSync(NATS_CONF, 'utf8')).toBe(natsConf())
})
