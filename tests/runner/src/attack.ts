import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'

// `npm run attack -- place [accounts]` runs the property of a component test against many accounts, with median times.
const ATTACKS: Record<string, string> = { place: 'services/social/test/places/twins.component.test.ts' }
const [name = '', accounts = '1000'] = process.argv.slice(2)
const file = ATTACKS[name]
if (!file) throw new Error(`usage: npm run attack -- ${Object.keys(ATTACKS).join(' | ')} [accounts]`)

const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'component', file], {
  cwd: ROOT,
  env: { ...process.env, ATTACK_ACCOUNTS: accounts },
  stdio: 'inherit',
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
