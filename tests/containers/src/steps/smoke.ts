import { ROOT } from '@zing/dev-env/root'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { PRODUCT_NAME } from '@zing/proto/product'
import { contentsOf, registerPair, send } from '../people/pair.ts'
import { readMetrics } from '../product/read-metrics.ts'
import { tryCommand } from '../run-command.ts'
import { Skipped, type Step } from './step.ts'

const K6_MS = 240_000
const K6_MISSING = 'k6 is missing'
const NO_IMAGE =
  /^(?:docker: (?:Error response from daemon|Cannot connect|failed to connect)|Error: .*(?:initializing source|short-name))/m

/** Two users match and chat, and the gateway serves the client. Needs no other program. */
export const smoke: Step = {
  name: 'smoke',
  async run({ product }) {
    const { url } = product
    const page = await fetch(url)
    const html = await page.text()
    if (!page.ok || !html.includes(`<title>${PRODUCT_NAME}`)) throw new Error(`the page responded ${page.status}`)
    if (!page.headers.has('strict-transport-security')) throw new Error('the page has no strict-transport-security')
    await Promise.all(PROCESS_NAMES.map((name) => readMetrics(product, name)))
    const pair = await registerPair(url, 'smoke')
    await send(pair, 'Hello from a container')
    const contents = await contentsOf(pair)
    if (!contents.includes('Hello from a container')) throw new Error(`the message is not stored: ${contents}`)
    return 'the client and the metrics are served, two users match and chat'
  },
}

/** Runs the k6 smoke script against the published port. */
export const load: Step = {
  name: 'load',
  async run({ product }) {
    const { code, stdout, stderr } = await tryCommand([process.execPath, 'tests/load/src/load.ts', 'smoke'], {
      cwd: ROOT,
      env: { ...process.env, ZING_URL: product.url, RATE: '1', SECONDS: '8', WARM_UP: '0' },
      timeoutMs: K6_MS,
    })
    if (code === 0) return 'all thresholds of the k6 smoke script are met'
    if (stderr.includes(K6_MISSING)) throw new Skipped('k6 is not installed')
    if (NO_IMAGE.test(stderr)) throw new Skipped('k6 is not installed, and its image cannot be pulled')
    throw new Error(`${stdout}\n${stderr}`.trim().slice(-1_500))
  },
}
