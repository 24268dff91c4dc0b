import { expect, test } from 'vitest'
import { cameraErrorText } from './camera-errors.ts'

test.each([
  ['NotAllowedError', 'Camera access denied. Please allow camera access in your browser settings.'],
  ['NotFoundError', "No camera found. Please check your device's camera."],
  [
    'NotReadableError',
    'Camera is in use by another application. Please close other apps that might be using the camera.',
  ],
  ['OverconstrainedError', "Camera constraints cannot be satisfied. Try using the 'Upload Photo' option instead."],
  ['SomethingElse', "Unable to access camera. Please ensure you've granted camera permissions."],
])('%s has its text', (name, text) => {
  expect(cameraErrorText({ name })).toBe(text)
})

test.each([
  [
    'NotAllowedError',
    "Camera access denied. Please allow camera access in your browser settings. Try using the 'Upload Photo' option instead.",
  ],
  ['NotFoundError', "No camera found. Please check your device's camera. Try using the 'Upload Photo' option instead."],
  ['OverconstrainedError', "Camera constraints cannot be satisfied. Try using the 'Upload Photo' option instead."],
  [
    'NotReadableError',
    'Camera is in use by another application. Please close other apps that might be using the camera.',
  ],
])('in the iOS app %s points to the other way, where there is one', (name, text) => {
  expect(cameraErrorText({ name }, true)).toBe(text)
})

test('a bare text gets the default one', () => {
  expect(cameraErrorText('no idea')).toBe("Unable to access camera. Please ensure you've granted camera permissions.")
})
