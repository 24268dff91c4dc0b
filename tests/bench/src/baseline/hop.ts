import { Agent } from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

// A proxy without any logic: the minimal cost of a gateway with these two libraries.
const { TARGET = '', PORT = '0' } = process.env
const MAX_SOCKETS = 64

const app = express()
app.disable('x-powered-by')
app.use(
  createProxyMiddleware({
    target: new URL(TARGET),
    agent: new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    ejectPlugins: true,
  }),
)
app.listen(Number(PORT), '127.0.0.1')
