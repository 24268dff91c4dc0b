import type { BrowserContext } from '@playwright/test'

const HASHED = /(-[\w-]{8})\.js/g
const PREVIOUS = '.previous.js'

/**
 * Serves a simulated previous version to this browser: the same code under other script names. Returns a function that
 * deploys the current version.
 */
export async function servePreviousVersion(context: BrowserContext, baseURL: string): Promise<() => Promise<void>> {
  async function serve(pattern: string | RegExp, contentType: string): Promise<void> {
    await context.route(pattern, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(PREVIOUS, '.js')
      const text = await (await fetch(`${baseURL}${path}`)).text()
      const body = text.replaceAll(HASHED, `$1${PREVIOUS}`).replace(/version:`\w+`/, 'version:`previous`')
      await route.fulfill({ contentType, body })
    })
  }
  await serve(/:\d+\/(feed|messages)?$/, 'text/html')
  await serve('**/sw.js', 'text/javascript')
  await serve(`**/assets/**/*${PREVIOUS}`, 'text/javascript')
  return () => context.unrouteAll({ behavior: 'wait' })
}
