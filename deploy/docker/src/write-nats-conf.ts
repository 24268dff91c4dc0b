import { writeFile } from 'node:fs/promises'
import { natsConf } from './nats-conf.ts'
import { NATS_CONF } from './paths.ts'

// `npm run nats:permissions`
await writeFile(NATS_CONF, natsConf())
