import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import { statusOfUpload } from '@zing/testing/status-of-upload'
import jwt from 'jsonwebtoken'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { dataUrl, fileOf, plain } from '../pictures.ts'
import { newDetails, ORIGIN } from '../setup-auth.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const MAX_GROWTH_MB = 150
const UPLOADS = 50
const LARGEST_BYTES = 3_749_000

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

/** Every kind takes its turns. */
function fifty<T>(kinds: T[]): T[] {
  return Array.from({ length: UPLOADS }, (_, index) => kinds[index % kinds.length] as T)
}

test.runIf(process.platform === 'linux')(
  'SEC-53 fifty concurrent pictures of the largest kinds take less than 150 MB',
  { timeout: 600_000 },
  async () => {
    const { memory, resetPeak, register, newUser } = await startAuth()
    const usual = dataUrl(await plain().jpeg().toBuffer())
    for (let i = 0; i < 20; i++) expect((await register({ selfie: usual })).status).toBe(201)
    const before = await memory('VmRSS')

    const deep = (side: number) =>
      plain(side, side).toColourspace('rgb16').png({ progressive: true, compressionLevel: 9 })
    const rotated = await deep(3_300).withMetadata({ orientation: 6 }).toBuffer()
    const inSmallBodies = await Promise.all([
      deep(5_000).toBuffer(), // 150 MB, which the header tells
      rotated, // at the limit, as the next two
      gradient(3_300).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      gradient(4_000).webp({ lossless: true, effort: 0 }).toBuffer(),
    ])
    const inLargestBodies = [rotated, Buffer.from('\xff\xd8\xff', 'latin1')].map((start) => {
      const largest = Buffer.alloc(LARGEST_BYTES)
      largest.set(start)
      return largest
    })
    async function expectBounded(name: string, uploads: () => Promise<{ status: number }>[]): Promise<void> {
      await resetPeak()
      for (const status of await Promise.all(uploads().map(statusOfUpload)))
        expect([name, [200, 201, 400, 503]]).toEqual([name, expect.arrayContaining([status])])
      const growth = (await memory('VmHWM')) - before
      expect([name, growth, growth < MAX_GROWTH_MB]).toEqual([name, growth, true])
    }
    for (const [name, pictures] of Object.entries({ inSmallBodies, inLargestBodies })) {
      const selfies = fifty(pictures.map((picture) => dataUrl(picture)))
      await expectBounded(name, () => selfies.map((selfie) => register({ selfie })))
    }
    const users: Awaited<ReturnType<typeof newUser>>[] = []
    for (let i = 0; i < UPLOADS; i++) users.push(await newUser())
    const files = fifty(inLargestBodies.map((picture) => fileOf(dataUrl(picture))))
    await expectBounded('as files', () =>
      users.map((user, index) => user.call(contract.updateUser, { body: files[index] })),
    )
  },
)
