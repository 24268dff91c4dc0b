// `npm run hosts`: args.ts has the options. Exits with 1 if a promise was broken, and with 77 if this machine cannot run it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Processes } from '@zing/dev-env/processes/processes'
import { runCommand } from '@zing/dev-env/processes/run-command'
import { ROOT } from '@zing/dev-env/root'
import { NATS_WHEEL } from '@zing/dev-env/servers/nats'
import { formatReport } from '../report.ts'
import { runOnce } from '../run.ts'
import { gatherRunMetadata } from '../run-metadata.ts'
import { type HostsArgs, readHostsArgs } from './args.ts'
import { findTools } from './find-tools.ts'
import { removeNetworks } from './network.ts'
import { unpackVersion } from './old-version.ts'
import { startHosts } from './start-hosts.ts'
import { failHosts, removeHosts } from './ways.ts'

const SKIPPED_EXIT_CODE = 77

await runCommand(async (processes) => {
  const args = readHostsArgs(process.argv.slice(2))
  const tools = await findTools(console.log)
  if ('missing' in tools) {
    console.log(`hosts: skipped, ${tools.missing}`)
    return SKIPPED_EXIT_CODE
  }
  return runOnHosts(processes, args, tools.natsServer)
}, removeNetworks)

/** Keeps the folder with history and logs if the run broke a promise. */
async function runOnHosts(processes: Processes, args: HostsArgs, natsServer: string): Promise<number> {
  const { seconds, seed, from } = args
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-hosts-'))
  console.log(`Seed ${seed}, logs: ${folder}`)
  const checkout = from ? path.join(folder, 'version') : ROOT
  if (from) await unpackVersion(from, checkout)
  const way = args.isPlanned ? removeHosts(checkout) : failHosts(args)
  const result = await runOnce({
    ...{ processes, seed, seconds, folder, log: console.log },
    ...{ scale: undefined, mutant: undefined, pace: 'measured', focus: null, hasReset: false },
    hosts: { ...way, start: (options) => startHosts({ ...options, natsServer, checkout }) },
  })
  const command = ['npm run hosts --', ...process.argv.slice(2)].join(' ')
  const metadata = { ...(await gatherRunMetadata(process.env)), nats: NATS_WHEEL.version }
  console.log(formatReport({ command, seconds, metadata, results: [result] }))
  console.log(`\n${way.summary()}`)
  if (result.violations.length === 0) rmSync(folder, { recursive: true, force: true })
  return result.violations.length > 0 ? 1 : 0
}
