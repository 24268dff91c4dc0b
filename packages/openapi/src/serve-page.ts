import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getClientConfig } from '@zing/proto/http/client-config'
import { API_PREFIX, LIVE_PATH, READY_PATH } from '@zing/proto/paths'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { createReferences } from './references/references.ts'

const PROXY_MS = 10_000
const PAGE_FOLDER = path.resolve(import.meta.dirname, '../page')
const SWAGGER_FOLDER = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
// swagger-ui uses inline styles
const CSP = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'"

export interface Page {
  url: string
  stop(): Promise<void>
}

/** Serves the API reference on localhost for development (SEC-70: not in the gateway) and proxies its calls to `zingUrl`. */
export async function servePage({ zingUrl, port }: { zingUrl: string; port: number }): Promise<Page> {
  if (process.env.NODE_ENV === 'production') throw new Error('The API page is for development: NODE_ENV is production.')
  const app = express()
  app.disable('x-powered-by')
  app.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    next()
  })
  app.get('/openapi.json', (_req, res) => void res.type('json').send(createReferences()['openapi.json']))
  app.get('/socket.md', (_req, res) => void res.type('text/plain').send(createReferences()['socket.md']))
  app.use('/swagger-ui', express.static(SWAGGER_FOLDER, { index: false }))
  app.use(express.static(PAGE_FOLDER))

  const server = createServer(app)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server has an AddressInfo
  app.use(proxyTo(zingUrl, url))

  async function stop(): Promise<void> {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { url, stop }
}

/** Replaces the Origin of this page by the product's own; requests of other origins keep theirs and are rejected there. */
function proxyTo(zingUrl: string, ownOrigin: string) {
  return createProxyMiddleware({
    target: zingUrl,
    changeOrigin: true,
    pathFilter: [API_PREFIX, getClientConfig.path, LIVE_PATH, READY_PATH],
    proxyTimeout: PROXY_MS,
    on: {
      proxyReq: (proxyReq, req) => {
        if (req.headers.origin === ownOrigin) proxyReq.setHeader('Origin', new URL(zingUrl).origin)
      },
      error: (_err, _req, res) => {
        if (!('writeHead' in res) || res.headersSent) return void res.destroy()
        res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
        res.end(
          JSON.stringify({ message: `No response from ${zingUrl}: is it running? Set ZING_URL to another address.` }),
        )
      },
    },
  })
}
