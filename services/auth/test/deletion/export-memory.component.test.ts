import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword } from '@zing/proto/http/account'
import { registerUser } from '@zing/proto/http/auth'
import { createExport } from '@zing/proto/http/exports'
import { findPlaces } from '@zing/proto/http/places'
import * as admin from '@zing/proto/nats/rpc/admin'
import * as chat from '@zing/proto/nats/rpc/chat'
import * as social from '@zing/proto/nats/rpc/social'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import { strFromU8, unzipSync } from 'fflate'
import jwt from 'jsonwebtoken'
import { expect, onTestFinished, test } from 'vitest'
import { newDetails, ORIGIN, PASSWORD } from '../setup-auth.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const MAX_GROWTH_MB = 64
const MESSAGES = 100_000
const SENTENCES = [
  'See you tomorrow at eight?',
  'I have never been there, but I would love to.',
  'Ha, that is so true! 😄',
]

/** Starts auth as its own process, as deploy/docker/service.Dockerfile does, with a chat that holds MESSAGES. */
async function startAuth() {
  const env = await testEnv()
  const nats = connectNats(env.NATS_URL, 'auth-test', createLog('auth-test', 'silent'))
  serveRpc(nats, 'others', [
    rpcHandler(social.getExportedPairs, async () => ({ items: [], next: null })),
    rpcHandler(social.getExportedPasses, async () => ({ items: [], next: null })),
    rpcHandler(social.getExportedDiscovery, async () => ({ items: [], next: null })),
    rpcHandler(social.getExportedNotifications, async () => ({ items: [], next: null })),
    rpcHandler(social.getExportedNotificationSettings, async () => ({ items: [], next: null })),
    rpcHandler(chat.getExportedBlocks, async () => ({ items: [], next: null })),
    rpcHandler(chat.getExportedChatSettings, async () => ({ items: [], next: null })),
    rpcHandler(admin.getExportedReports, async () => ({ items: [], next: null })),
    rpcHandler(admin.getExportedDecisions, async () => ({ items: [], next: null })),
    rpcHandler(admin.getExportedAppeals, async () => ({ items: [], next: null })),
    rpcHandler(chat.getExportedMessages, async ({ userId, after }) => {
      const from = Number(after)
      const to = Math.min(from + chat.EXPORTED_MESSAGES_PER_PAGE, MESSAGES)
      const items = Array.from({ length: to - from }, (_, i) => messageOf(userId, from + i + 1))
      return { items, next: to < MESSAGES ? String(to) : null }
    }),
  ])
  await (await nats.connection).flush()

  const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
  const auth = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env, ...malloc, PORT: '0', LOG_LEVEL: 'info', PUBLIC_ORIGINS: ORIGIN },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    auth.kill()
    await nats.drain()
  })
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: auth.stdout }).on('line', (line) => {
      const { msg, url: ready } = JSON.parse(line)
      if (msg === 'ready') resolve(ready)
    })
  })

  async function memory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
    const status = await readFile(`/proc/${auth.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  }
  return { env, url, memory, resetPeak: () => writeFile(`/proc/${auth.pid}/clear_refs`, '5') }
}

function messageOf(senderId: number, seq: number): chat.ExportedMessage {
  const content = `${SENTENCES[seq % SENTENCES.length]} ${Math.random()} ${'Lorem ipsum dolor sit amet. '.repeat(seq % 7)}`
  const at = new Date(1_760_000_000_000 + seq * 1_000).toISOString()
  const common = { kind: 'text' as const, read: true, status: 'read' as const, createdAt: at }
  return { partnerId: 2, message: { ...common, id: seq, seq, senderId, receiverId: 2, content } }
}

test.runIf(process.platform === 'linux')(
  'the first copy of a process adds at most 64 MB, with 100,000 messages',
  async () => {
    const { env, url, memory, resetPeak } = await startAuth()
    const anonymous = serviceClient(url, env.INTERNAL_TOKEN_SECRET, null)
    const { body: user, headers } = await anonymous.call(registerUser, { body: newDetails() })
    const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the response carries a token
    const identity = { userId: user.id, sid }
    const ada = serviceClient(url, env.INTERNAL_TOKEN_SECRET, identity)
    expect((await ada.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)

    async function download(): Promise<Buffer> {
      const { body } = await ada.call(createExport)
      const authorization = `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, identity)}`
      const response = await fetch(`${url}${body.url}`, { headers: { authorization } })
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }

    expect((await anonymous.call(findPlaces, { query: { q: 'a' } })).status).toBe(200) // a process loads its list once
    const before = await memory('VmRSS')
    await resetPeak()
    const copy = await download()
    const growth = (await memory('VmHWM')) - before
    const file = unzipSync(copy, { filter: ({ name }) => name === 'chat/messages.json' })['chat/messages.json']
    expect(JSON.parse(strFromU8(file ?? new Uint8Array()))).toHaveLength(MESSAGES)
    expect(copy.length).toBeGreaterThan(2_000_000)
    expect(growth).toBeLessThan(MAX_GROWTH_MB)
  },
)
