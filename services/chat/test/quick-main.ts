import { readEnv } from '@zing/kit/read-env'
import { run } from '@zing/kit/run'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import type { Times } from '../src/times.ts'

/** Starts chat like main.ts, with times of the test, which kills the process. */
const times: Times = JSON.parse(process.env.TEST_TIMES ?? '{}')
await run(
  'chat',
  () => readEnv(Config),
  (config) => start(config, { times }),
)
