import { readFile, writeFile } from 'node:fs/promises'
import { freePort } from '@zing/dev-env/processes/free-port'
import { sharp } from '@zing/media/photos/sharp'
import { CHAT_PHOTO_MAX_BYTES } from '@zing/proto/limits'
import { READY_PATH } from '@zing/proto/paths'
import { forkService } from '@zing/testing/fork-service'
import { statusOfUpload } from '@zing/testing/status-of-upload'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import { photoFile, picture, upload } from './test-media.ts'

const MAX_GROWTH_MB = 150
const UPLOADS = 50
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' } // as deploy/docker/service.Dockerfile

/** A gradient, which compresses well. A single colour would take less memory in some formats. */
function gradient(side: number) {
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = at >> 9
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
}

/** The kinds that take most memory, as small as they can be and in the largest body. */
async function pictures() {
  const wide = sharp({ create: { width: 10_000, height: 9_900, channels: 3, background: '#246' } })
  const atTheLimit = await gradient(3_200).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const rotated = await wide.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer() // 99 megapixels
  const refused = await wide.clone().resize(5_000, 5_000).toColourspace('rgb16').png({ progressive: true }).toBuffer()
  const largest = Buffer.alloc(CHAT_PHOTO_MAX_BYTES)
  largest.set(atTheLimit)
  return { inSmallBodies: [atTheLimit, rotated, refused], inLargestBodies: [largest] }
}

test.runIf(process.platform === 'linux')(
  'SEC-53 fifty concurrent photos for chats take less than 150 MB (10.media.limits)',
  { timeout: 600_000 },
  async () => {
    const { env, newMatch, sendMessage, callOn } = await setupChat()
    const port = await freePort()
    const forked = forkService(new URL('../../src/main.ts', import.meta.url), { ...env, ...MALLOC, PORT: port })
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(async () => expect((await fetch(`${url}${READY_PATH}`)).status).toBe(200), WAIT)
    const talks: ReturnType<typeof newMatch>[] = []
    for (let i = 0; i < UPLOADS; i++) {
      const [ada, ben] = newMatch()
      talks.push([ada, ben])
      await sendMessage(ada, ben, 'hi')
      await sendMessage(ben, ada, 'hello')
    }

    /** Resident memory in MB: the current value, or the peak since its reset. */
    async function memory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
      const status = await readFile(`/proc/${forked.pid}/status`, 'utf8')
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
    }
    /** Every kind takes its turns. */
    const send = (kinds: Buffer[]) =>
      Promise.all(
        talks.map(([ada, ben], index) => {
          const bytes = kinds[index % kinds.length] as Buffer
          return statusOfUpload(upload(callOn({ url }, ada), ben, photoFile(bytes)))
        }),
      )

    expect(await send([await picture(2_000, 1_500)])).toContain(201)
    const before = await memory('VmRSS')
    for (const [name, kinds] of Object.entries(await pictures())) {
      await writeFile(`/proc/${forked.pid}/clear_refs`, '5') // resets the peak
      const statuses = await send(kinds)
      expect([name, statuses.filter((status) => ![201, 400, 429, 503].includes(status))]).toEqual([name, []])
      const growth = (await memory('VmHWM')) - before
      expect([name, growth, growth < MAX_GROWTH_MB]).toEqual([name, growth, true])
    }
  },
)
