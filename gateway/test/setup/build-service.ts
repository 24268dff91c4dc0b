import type { Socket } from 'node:net'
import { keyOf } from '@zing/kit/env'
import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import type { Serve } from '@zing/kit/http/serve'
import { createLog } from '@zing/kit/observability/logger'
import { getUser } from '@zing/proto/http/auth'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import { uploadMedia } from '@zing/proto/http/media'
import { listUsers } from '@zing/proto/http/social'
import { listCases } from '@zing/proto/http/staff/moderation'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { WebSocketServer } from 'ws'
import { note, type Received, serveAccount, serveSignIns, userOf } from './account-routes.ts'
import { secrets } from './session-tokens.ts'

/** Starts a service that implements a few calls of the real contracts. Its logins open sessions with `openSession`. */
export async function buildService(openSession: (sid: string) => void) {
  const received: Received[] = []
  const serveRoutes = (serve: Serve): void => {
    serveSignIns(serve, { received, openSession })
    serveAccount(serve, received)
    serve(getUser, ({ userId }, _res, req) => {
      note(received, req)
      return userOf(userId)
    })
    serve(listUsers, () => [])
    serve(listCases, (caller, _res, req) => {
      note(received, req, caller)
      return []
    })
    serve(readMessages, () => {})
    serve(uploadMedia, ({ file }) => ({
      kind: 'photo' as const,
      id: file?.length ?? 0,
      width: 1,
      height: 1,
      placeholder: '',
    }))
    serve(sendMessage, () => new Promise<never>(() => {})) // never responds
  }
  const app = createApp(
    { log: createLog('gateway-test', 'silent'), secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => true },
    {},
    [serveRoutes],
  )
  const { url, server, stop } = await listen(app, { PORT: 0, HOST: '127.0.0.1' })

  const sockets = new WebSocketServer({ noServer: true })
  const upgraded: Socket[] = []
  const frames: string[] = []
  server.on('upgrade', (req, socket, head) => {
    upgraded.push(socket as Socket) // a TCP server upgrades no other streams
    received.push({ path: req.url ?? '', headers: req.headers })
    sockets.handleUpgrade(req, socket, head, (ws) =>
      ws.on('message', (data) => {
        frames.push(String(data))
        ws.send(data)
      }),
    )
  })
  afterTestOrFile(async () => {
    for (const client of sockets.clients) client.terminate()
    await stop()
  })
  return { url, received, upgraded, frames }
}
