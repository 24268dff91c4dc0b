import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { sendMessage } from '@zing/proto/http/chat'
import { uploadMedia } from '@zing/proto/http/media'
import type { MediaKind, Message } from '@zing/proto/messages'
import sharp from 'sharp'
import { callAs } from './api.ts'
import type { UnseenUser } from './users.ts'

const RECORDING = new URL('../../../packages/media/test/recordings/chromium.webm', import.meta.url)
const SOI_BYTES = 2
// EXIF block with orientation 6 only, like a photo from a phone held upright
const EXIF = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex')

/** Creates a landscape JPEG, left half red and right half blue. Its EXIF orientation puts red at the top. */
export async function rotatedPhoto(page: Page, width = 2400, height = 1200): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = 'red'
      context.fillRect(0, 0, w / 2, h)
      context.fillStyle = 'blue'
      context.fillRect(w / 2, 0, w / 2, h)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(base64, 'base64')
  return Buffer.concat([jpeg.subarray(0, SOI_BYTES), EXIF, jpeg.subarray(SOI_BYTES)])
}

export function inspectPhoto(
  page: Page,
  url: string,
): Promise<{ width: number; height: number; top: string; bottom: string }> {
  return page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const colour = (y: number) => {
      const [red = 0, , blue = 0] = context.getImageData(width / 2, y, 1, 1).data
      return red > blue ? 'red' : 'blue'
    }
    return { width, height, top: colour(height * 0.1), bottom: colour(height * 0.9) }
  }, url)
}

/** Creates a JPEG of random spots, so that no two photos resemble each other. */
export async function variedPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = 'grey'
    context.fillRect(0, 0, canvas.width, canvas.height)
    for (let spot = 0; spot < 30; spot++) {
      context.fillStyle = `hsl(${360 * Math.random()} 60% ${100 * Math.random()}%)`
      context.beginPath()
      context.arc(600 * Math.random(), 800 * Math.random(), 40 + 120 * Math.random(), 0, 2 * Math.PI)
      context.fill()
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

/** Creates a photo that `marksGreen` marks, and that no other journey sends. */
export function greenPhoto(): Promise<Buffer> {
  return photoOf('green')
}

function photoOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Sends a photo or a recording over the API. Both must have written before. */
export async function sendMedium(
  from: UnseenUser,
  to: Pick<UnseenUser, 'id'>,
  kind: MediaKind,
  content = '',
): Promise<Extract<Message, { mediaId: number }>> {
  const clientMessageId = randomUUID()
  const response = await from.context.request.fetch(uploadMedia.path, {
    method: uploadMedia.method,
    params: { kind, clientMessageId, receiverId: to.id },
    headers: { 'content-type': kind === 'photo' ? 'image/jpeg' : 'audio/webm' },
    data: kind === 'photo' ? await photoOf('navy') : readFileSync(RECORDING),
  })
  expect(response.status(), await response.text()).toBe(201)
  const { id: mediaId } = await response.json()
  const { body } = await callAs(from.context, sendMessage, {
    body: { receiverId: to.id, content, clientMessageId, mediaId },
  })
  expect(body).toMatchObject({ kind, mediaId })
  return body as Extract<Message, { mediaId: number }> // of a medium
}
