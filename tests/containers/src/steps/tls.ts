import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { type Browser, chromium, type WebSocket } from '@playwright/test'
import { freePort } from '@zing/dev-env/processes/free-port'
import { which } from '@zing/dev-env/servers/which'
import { SECURE_COOKIE } from '@zing/proto/headers'
import { registerUser } from '@zing/proto/http/auth'
import { Document, isCollection } from 'yaml'
import { PASSWORD } from '../people/pair.ts'
import { buildImages } from '../product/build-images.ts'
import { writeEnvFile } from '../product/env-file.ts'
import { startHealthChecks } from '../product/health-checks.ts'
import { createProduct, type Product } from '../product/product.ts'
import { removeContainers } from '../product/remove-all.ts'
import { ALL, PROFILES } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { waitFor } from '../wait-for.ts'
import { Skipped, type Step } from './step.ts'

/** Caddy signs such names itself, and browsers resolve them to this machine. */
const DOMAIN = 'zing.localhost'
const ROOT_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt'
const HEALTHY_MS = 240_000
const SIGNED_MS = 60_000
const BROWSER_MS = 60_000
const OPEN_CAMERA =
  'navigator.mediaDevices.getUserMedia({ video: true }).then((stream) => stream.getVideoTracks().length)'

/** A browser uses the profile `tls` with Caddy's internal authority. */
export const tls: Step = {
  name: 'tls',
  async run({ product, folder }) {
    const executablePath = process.env.CHROMIUM_PATH ?? which('chromium') ?? which('google-chrome')
    if (!executablePath) throw new Skipped('no Chromium is installed')
    const secure = await secureProduct(product, folder)
    const healthChecks = startHealthChecks(secure)
    try {
      await buildImages(secure, ['caddy'])
      await secure.composeRun(['up', '--detach', '--no-build', ...ALL, 'caddy'])
      await waitHealthy(secure, [...ALL, 'caddy'], HEALTHY_MS)
      const certificate = await signedCertificate(secure)
      const browser = await chromium.launch({
        executablePath,
        args: [
          '--no-sandbox',
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--ignore-certificate-errors-spki-list=${certificate}`, // checked above against Caddy's authority
        ],
      })
      return await lookInBrowser(browser, secure.url).finally(() => browser.close())
    } finally {
      await healthChecks.stop()
      await removeContainers(secure)
    }
  },
}

async function secureProduct(product: Product, folder: string): Promise<Product> {
  const [port, inner] = [String(await freePort()), String(await freePort())]
  const url = `https://${DOMAIN}:${port}`
  const file = path.join(folder, 'tls.yml')
  const document = new Document({ services: { caddy: { ports: [`127.0.0.1:${port}:443`] } } })
  const ports = document.getIn(['services', 'caddy', 'ports'], true)
  if (isCollection(ports)) ports.tag = '!override'
  await writeFile(file, document.toString())
  const { NODE_IMAGE = '' } = product.env.values
  const variables = { ZING_PORT: inner, PUBLIC_ORIGINS: url, NODE_IMAGE, ZING_DOMAIN: DOMAIN, TRUST_PROXY: '1' }
  const env = await writeEnvFile(path.join(folder, 'env-tls'), { ...variables, COMPOSE_PROFILES: `tls,${PROFILES}` })
  return createProduct({ ...product, project: `${product.project}-tls`, env, files: [...product.files, file], url })
}

/** Waits for a response signed by Caddy's authority. Returns the hash of the certificate's public key. */
async function signedCertificate({ exec, url }: Product): Promise<string> {
  let found = ''
  let problem = ''
  const isSigned = async () => {
    const { stdout: ca } = await exec('caddy', ['cat', ROOT_CERTIFICATE])
    try {
      found = await publicKeyHash(url, ca)
      return true
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  if (!(await waitFor(isSigned, SIGNED_MS))) throw new Error(`no response with a valid certificate: ${problem}`)
  return found
}

function publicKeyHash(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url)
    const options = { host: '127.0.0.1', port, servername: DOMAIN, headers: { host: new URL(url).host }, ca, path: '/' }
    const sent = request(options, (response) => {
      const socket = response.socket as TLSSocket // the request uses https
      const certificate = socket.getPeerX509Certificate()
      response.destroy()
      if (!certificate) return reject(new Error('no certificate was sent'))
      const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
      resolve(createHash('sha256').update(key).digest('base64'))
    })
    sent.on('error', reject).end()
  })
}

async function lookInBrowser(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ permissions: ['camera'] })
  context.setDefaultTimeout(BROWSER_MS)
  const page = await context.newPage()
  const response = await page.goto(url)
  const headers = await response?.allHeaders()
  const isSecureContext = await page.evaluate('isSecureContext')
  const protocol = await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
  const cameras = await page.evaluate(OPEN_CAMERA)
  await page.evaluate(registration())
  const isSocket = (socket: WebSocket) => socket.url().startsWith('wss://')
  const [socket] = await Promise.all([page.waitForEvent('websocket', isSocket), page.goto(`${url}/feed`)])
  await socket.waitForEvent('framereceived')
  const session = (await context.cookies()).find(({ name }) => name === SECURE_COOKIE)

  const seen = {
    'HTTP/2': protocol === 'h2',
    HSTS: Boolean(headers?.['strict-transport-security']),
    'a secure context': isSecureContext === true,
    'the camera': cameras === 1,
    'a secure session cookie': session?.secure === true && session.httpOnly,
  }
  const missing = Object.entries(seen).flatMap(([what, isSeen]) => (isSeen ? [] : [what]))
  if (missing.length > 0) throw new Error(`the browser does not see ${missing.join(', ')}`)
  return `Chromium ${browser.version()} sees a certificate of Caddy's authority, ${Object.keys(seen).join(', ')} and frames over wss:`
}

/** Registers a user with the page's own fetch, so that the browser keeps the cookie. */
function registration(): string {
  const person = { name: 'Tess', age: 30, gender: 'other', orientation: 'other' }
  const body = { ...person, username: `tess.${randomBytes(5).toString('hex')}`, password: PASSWORD }
  const init = {
    method: registerUser.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return `fetch(${JSON.stringify(registerUser.path)}, ${JSON.stringify(init)}).then(({ status }) => {
    if (status !== ${registerUser.status}) throw new Error('registration: ' + status)
  })`
}
