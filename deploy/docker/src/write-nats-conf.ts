import { writeFile } from 'node:fs/promises'
import { natsClusterConf, natsConf } from './nats-conf.ts'
import { NATS_CLUSTER_CONF, NATS_CONF } from './paths.ts'

// `npm run nats:permissions`
await writeFile(NATS_CONF, natsConf())
await writeFile(NATS_CLUSTER_CONF, natsClusterConf())
