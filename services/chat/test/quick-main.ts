import { readEnv } from '@zing/kit/env'
import { run } from '@zing/kit/run'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import type { Times } from '../src/times.ts'

/** As main.ts, for a process that a test kills; its times are shortened by the test. */
const times: Times = JSON.parse(process.env.TEST_TIMES ?? '{}')
await run(
  'chat',
  () => readEnv(Config),
  (config) => start(config, { times }),
)
