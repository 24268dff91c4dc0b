import { readEnv } from '@zing/kit/read-env'
import { run } from '@zing/kit/run'
import { Config } from './config.ts'
import { start } from './start.ts'

await run('vision', () => readEnv(Config), start)
