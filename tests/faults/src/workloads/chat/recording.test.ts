import { readVoice } from '@zing/media/voice/read-voice'
import { expect, test } from 'vitest'
import { isRecordingOf, recordingOf } from './recording.ts'

test.each([6, 7])('recording %i is known again in the container of the server, and no other one is', (number) => {
  const { type, bytes } = recordingOf(number)
  const voice = readVoice(bytes)
  expect(voice.mimeType).toBe(type)
  expect(isRecordingOf(number, voice.bytes)).toBe(true)
  for (const other of [number - 2, number - 1, number + 1, number + 2])
    expect(isRecordingOf(other, voice.bytes)).toBe(false)
  expect(isRecordingOf(number, voice.bytes.subarray(0, -1))).toBe(false)
})
