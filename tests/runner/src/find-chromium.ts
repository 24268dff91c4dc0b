import { existsSync } from 'node:fs'
import type { Apt } from '@zing/dev-env/servers/environment'
import { StartError } from '@zing/dev-env/start-error'

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ON_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

export interface ChromiumEnvironment {
  env: NodeJS.ProcessEnv
  which(program: string): string | null
  apt: Apt | null
}

/** Finds the browser of the e2e tests: `CHROMIUM_PATH`, then PATH, then apt. Throws a StartError if there is none. */
export async function findChromium({ env, which, apt }: ChromiumEnvironment): Promise<string> {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const find = () => PROGRAMS.map(which).find((found) => found !== null)
  const found = find() ?? (existsSync(ON_MACOS) ? ON_MACOS : null)
  if (found) return found

  await apt?.install('chromium')
  const installed = find()
  if (installed) return installed
  throw new StartError('The e2e tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.')
}
