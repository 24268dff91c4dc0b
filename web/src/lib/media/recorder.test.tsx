import { beforeEach, expect, test, vi } from 'vitest'
import { stubMicrophone } from '../../test/microphone.ts'
import { microphoneErrorText } from './microphone-errors.ts'
import { startRecorder } from './recorder.ts'

const MAX_MS = 60_000
const phase = (recorder: ReturnType<typeof startRecorder>) => recorder.state.get().phase

beforeEach(() => {
  vi.useFakeTimers()
})

async function start(options?: Parameters<typeof stubMicrophone>[0]) {
  const microphone = stubMicrophone(options)
  const recorder = startRecorder(MAX_MS)
  expect(phase(recorder)).toBe('starting')
  await vi.advanceTimersByTimeAsync(0)
  return { recorder, ...microphone }
}

test('a recording counts the time without its pauses, and can be heard and continued', async () => {
  const { recorder, stop } = await start()
  await vi.advanceTimersByTimeAsync(2_000)
  const heard = await recorder.take()
  expect(phase(recorder)).toBe('paused')
  expect(heard).toMatchObject({ durationMs: 2_000, file: { type: 'audio/webm', size: 4 } })
  expect(heard?.peaks).toHaveLength(64)
  await vi.advanceTimersByTimeAsync(30_000)
  recorder.resume()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(recorder.state.get()).toMatchObject({ phase: 'recording', elapsedMs: 3_000 })
  expect(stop).not.toHaveBeenCalled()
  expect(await recorder.finish()).toMatchObject({ durationMs: 3_000, file: { size: 8 } })
  expect(phase(recorder)).toBe('ended')
  expect(stop).toHaveBeenCalled()
})

test('a recording ends by itself after a minute, and releases the microphone', async () => {
  const { recorder, stop } = await start()
  await vi.advanceTimersByTimeAsync(MAX_MS + 1_000)
  expect(recorder.state.get()).toMatchObject({ phase: 'ended', elapsedMs: MAX_MS })
  expect(stop).toHaveBeenCalled()
  recorder.resume()
  expect(phase(recorder)).toBe('ended')
  expect(await recorder.take()).toMatchObject({ durationMs: MAX_MS, file: { size: 4 } })
})

test('AAC in MP4 comes first, and its type is told without the codec', async () => {
  const { recorder } = await start({ types: ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus'] })
  expect((await recorder.finish())?.file.type).toBe('audio/mp4')
})

test.each([
  [new DOMException('', 'NotAllowedError'), /access denied.*settings/],
  [new DOMException('', 'NotFoundError'), /No microphone found/],
  [new DOMException('', 'NotReadableError'), /Another app/],
  [new Error('what'), /try again/],
])('%s: the reason is told with the way out', async (error, text) => {
  const { recorder } = await start({ error })
  expect(phase(recorder)).toBe('failed')
  expect(microphoneErrorText(recorder.state.get().error)).toMatch(text)
  expect(await recorder.take()).toBeNull()
})

test('a browser that can write neither format says so, and is not asked for the microphone', async () => {
  const { recorder, getUserMedia } = await start({ types: [] })
  expect(microphoneErrorText(recorder.state.get().error)).toMatch(/can't record/)
  expect(getUserMedia).not.toHaveBeenCalled()
})

test('a recorder that is closed while it waits for the microphone releases it at once', async () => {
  const { stop } = stubMicrophone()
  startRecorder(MAX_MS).close()
  await vi.advanceTimersByTimeAsync(0)
  expect(stop).toHaveBeenCalled()
})
