import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { which } from '@zing/dev-env/servers/which'
import { tryCommand } from '../run-command.ts'
import { Skipped, type Step } from './step.ts'

const JOURNEYS_MS = 600_000
/** Journeys that need only an address. They run in turn, since meeting.spec.ts finds its users among the newest. */
const SPECS = ['contract.spec.ts', 'export.spec.ts', 'meeting.spec.ts', 'passkeys.spec.ts']

export const journeys: Step = {
  name: 'journeys',
  async run({ product: { url, env } }) {
    const chromium = process.env.CHROMIUM_PATH ?? which('chromium') ?? which('google-chrome')
    if (!chromium) throw new Skipped('no Chromium is installed')
    const args = [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--project=together',
      ...SPECS,
      '--reporter=list',
      '--workers=1',
    ]
    const { code, stdout, stderr } = await tryCommand(
      [process.execPath, path.join(ROOT, args[0] ?? ''), ...args.slice(1)],
      {
        cwd: path.join(ROOT, 'tests/e2e'),
        env: { ...process.env, CHROMIUM_PATH: chromium, E2E_URL: url, E2E_ADMIN_PIN: env.values.ADMIN_PIN },
        timeoutMs: JOURNEYS_MS,
      },
    )
    if (code !== 0) throw new Error(`${stdout}\n${stderr}`.trim().slice(-3_000))
    return `${/(\d+) passed/.exec(stdout)?.[1] ?? 'no'} tests of ${SPECS.join(', ')}`
  },
}
