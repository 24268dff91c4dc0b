import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { readVoice } from '@zing/media/voice/read-voice'
import { test } from '../../support/test.ts'

const RECORDINGS = new URL('../../../../packages/media/test/recordings/', import.meta.url)

test('SEC-158 the browser records, and plays what the server makes of recordings', async ({ page }) => {
  await page.route('**/empty-page', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Empty' }))
  await page.goto('/empty-page')

  await test.step('its own recording, with a pause', async () => {
    const voice = readVoice(await record(page))
    expect(voice.mimeType).toEqual('audio/webm')
    await playsThrough(page, voice)
  })

  for (const name of ['fragmented.mp4', 'stereo.mp4', 'ffmpeg.webm'])
    await test.step(`the recording ${name}`, async () => {
      await playsThrough(page, readVoice(readFileSync(new URL(name, RECORDINGS))))
    })
})

async function playsThrough(page: Page, { bytes, mimeType, durationMs }: ReturnType<typeof readVoice>): Promise<void> {
  const played = await page.evaluate(play, `data:${mimeType};base64,${bytes.toString('base64')}`)
  expect(played.duration).toBeGreaterThan(0.9)
  expect(Math.abs(played.duration * 1_000 - durationMs)).toBeLessThan(2)
  expect(played).toMatchObject({ soughtTo: played.duration / 2, isEnded: true })
}

/** Runs in the page. */
async function play(src: string) {
  const audio = new Audio(src)
  const next = (event: string) => new Promise((resolve) => audio.addEventListener(event, resolve, { once: true }))
  await new Promise((resolve, reject) => {
    audio.onloadedmetadata = resolve
    audio.onerror = () => reject(new Error(audio.error?.message))
  })
  audio.currentTime = audio.duration / 2
  await next('seeked')
  const soughtTo = audio.currentTime
  const ended = next('ended')
  await audio.play()
  await ended
  return { duration: audio.duration, soughtTo, isEnded: audio.ended }
}

async function record(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(stream, { mimeType: 'audio/webm;codecs=opus' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) // the recording's length, not a guess
    recorder.start(100)
    await wait(600)
    recorder.pause()
    await wait(200)
    recorder.resume()
    await wait(600)
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}
