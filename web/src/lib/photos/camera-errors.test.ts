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
])('the camera error %s has its own text (8.camera.denied, 8.camera.none, 8.camera.constraints)', (name, text) => {
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
])('the text of %s in the iOS app suggests an upload where that helps (8.camera.ios)', (name, text) => {
  expect(cameraErrorText({ name }, true)).toBe(text)
})

test('an error that is only a text gets the default text (8.camera.default)', () => {
  expect(cameraErrorText('no idea')).toBe("Unable to access camera. Please ensure you've granted camera permissions.")
})
