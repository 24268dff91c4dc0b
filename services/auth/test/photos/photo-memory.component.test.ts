import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import jwt from 'jsonwebtoken'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { dataUrl, fileOf, plain } from '../pictures.ts'
import { newDetails, ORIGIN } from '../setup-auth.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const MAX_GROWTH_MB = 150
const UPLOADS = 50

/** Starts auth as its own process, as deploy/docker/service.Dockerfile does. */
async function startAuth() {
  const env = await testEnv()
  const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
  const auth = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env, ...malloc, PORT: '0', LOG_LEVEL: 'info', PUBLIC_ORIGINS: ORIGIN },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void auth.kill())
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: auth.stdout }).on('line', (line) => {
      const { msg, url: ready } = JSON.parse(line)
      if (msg === 'ready') resolve(ready)
    })
  })

  /** Resident memory in MB: the current value, or the peak since `resetPeak`. */
  async function memory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
    const status = await readFile(`/proc/${auth.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  }
  const resetPeak = () => writeFile(`/proc/${auth.pid}/clear_refs`, '5')

  const clientOf = (identity: Identity | null) => serviceClient(url, env.INTERNAL_TOKEN_SECRET, identity)
  const register = (more: Record<string, unknown> = {}) =>
    clientOf(null).call(contract.registerUser, { body: newDetails(more) })
  async function newUser() {
    const { body, headers } = await register()
    const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the response carries a token
    return clientOf({ userId: body.id, sid })
  }
  return { memory, resetPeak, register, newUser }
}

/** A gradient, which compresses well. A single colour would take less memory in some formats. */
function gradient(side: number) {
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      pixels[at++] = x >> 4
      pixels[at++] = y >> 4
      pixels[at++] = (x + y) >> 5
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
}

test.runIf(process.platform === 'linux')(
  'SEC-53 fifty concurrent pictures of the largest kinds take less than 150 MB',
  { timeout: 600_000 }, // pictures of each kind wait for their turn for up to 6 s
  async () => {
    const { memory, resetPeak, register, newUser } = await startAuth()
    const usual = dataUrl(await plain().jpeg().toBuffer())
    for (let i = 0; i < 20; i++) expect((await register({ selfie: usual })).status).toBe(201)
    const before = await memory('VmRSS')

    const deep = (side: number) =>
      plain(side, side).toColourspace('rgb16').png({ progressive: true, compressionLevel: 9 })
    const largest = Buffer.alloc(3_700_000)
    largest.set(await deep(3_300).withMetadata({ orientation: 6 }).toBuffer())
    const pictures = {
      'interlaced PNG of 150 MB': await deep(5_000).toBuffer(),
      'interlaced and rotated PNG at the limit, in the largest body': largest,
      'progressive JPEG at the limit': await gradient(3_300)
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
      'lossless WebP at the limit': await gradient(4_000).webp({ lossless: true, effort: 0 }).toBuffer(),
      'five megabytes of nothing': Buffer.alloc(3_749_000).fill('\xff\xd8\xff', 0, 3, 'latin1'),
    }
    async function expectBounded(name: string, uploads: () => Promise<{ status: number }>[]): Promise<void> {
      await resetPeak()
      for (const { status } of await Promise.all(uploads()))
        expect([name, [200, 201, 400, 503]]).toEqual([name, expect.arrayContaining([status])])
      expect([name, (await memory('VmHWM')) - before < MAX_GROWTH_MB]).toEqual([name, true])
    }
    for (const [name, bytes] of Object.entries(pictures)) {
      const selfie = dataUrl(bytes)
      await expectBounded(name, () => Array.from({ length: UPLOADS }, () => register({ selfie })))
    }
    const users: Awaited<ReturnType<typeof newUser>>[] = []
    for (let i = 0; i < UPLOADS; i++) users.push(await newUser())
    const file = fileOf(dataUrl(largest))
    await expectBounded('as files', () => users.map((user) => user.call(contract.updateUser, { body: file })))
  },
)
