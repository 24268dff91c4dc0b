import type { BrowserContext } from '@playwright/test'

const HASHED = /(-[\w-]{8})\.js/g
const EARLIER = '.earlier.js'

/**
 * Serves the version before to this browser: the same code, but every script has another name. The call that comes back
 * deploys the version that the server really has.
 */
export async function serveEarlierVersion(context: BrowserContext, baseURL: string): Promise<() => Promise<void>> {
  async function serve(pattern: string | RegExp, contentType: string): Promise<void> {
    await context.route(pattern, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(EARLIER, '.js')
      const text = await (await fetch(`${baseURL}${path}`)).text()
      const body = text.replaceAll(HASHED, `$1${EARLIER}`).replace(/version:`\w+`/, 'version:`earlier`')
      await route.fulfill({ contentType, body })
    })
  }
  await serve(/:\d+\/(feed|messages)?$/, 'text/html')
  await serve('**/sw.js', 'text/javascript')
  await serve(`**/assets/*${EARLIER}`, 'text/javascript')
  return () => context.unrouteAll()
}
