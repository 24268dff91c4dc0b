import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'
import { GENDERS, ORIENTATIONS } from './product.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folders = [
  'proto',
  'gateway',
  'web',
  ...readdirSync(path.join(root, 'services')).map((name) => `services/${name}`),
]

test('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    USERNAME_MIN: 3,
    USERNAME_MAX: 30,
    PASSWORD_MIN: 6,
    PASSWORD_MAX: 100,
    NAME_MIN: 2,
    NAME_MAX: 50,
    REGISTER_AGE_MIN: 18,
    REGISTER_AGE_MAX: 100,
    REGISTER_AGE_DEFAULT: 25,
    EDIT_AGE_MIN: 18,
    EDIT_AGE_MAX: 120,
    EDIT_AGE_DEFAULT: 18,
    GENDER_MAX: 20,
    ORIENTATION_MAX: 30,
    MESSAGE_MIN: 1,
    MESSAGE_MAX: 2_000,
    ADMIN_PIN_LENGTH: 4,
    SELFIE_MAX_CHARACTERS: 5_000_000,
    IMAGE_MAX_PIXELS_PER_SIDE: 1_080,
    IMAGE_JPEG_QUALITY: 0.8,
    SIGN_UP_CAMERA_IDEAL: { width: 1_280, height: 720 },
    SELFIE_CAMERA_IDEAL: { width: 640, height: 480 },
    SELFIE_CAMERA_MIN: { width: 320, height: 240 },
    SELFIE_CAMERA_ASPECT_RATIO: 4 / 3,
    CAMERA_PREVIEW_HEIGHT_PX: 300,
    CAMERA_FLASH_MS: 400,
    CAMERA_INIT_SPINNER_MS: 1_000,
    LIKE_PULSE_MS: 500,
    FEED_REFRESH_SPINNER_MS: 600,
    MATCH_DECORATION_DELAY_MS: 600,
    RECONNECT_ATTEMPTS: 10,
    RECONNECT_BASE_MS: 1_000,
    RECONNECT_FACTOR: 1.5,
    RECONNECT_MAX_MS: 10_000,
    CONNECT_TIMEOUT_MS: 5_000,
    AUTH_REPEAT_MS: 200,
    NOTIFICATIONS_FRESH_MS: 30_000,
    UNREAD_POLL_MS: 30_000,
    UNREAD_REFRESH_MS: 10_000,
    UNREAD_RETRIES: 3,
    UNREAD_FRESH_MS: 15_000,
    CHAT_POLL_MS: 5_000,
    CHAT_FRESH_MS: 2_000,
    BLOCK_CHECK_MS: 10_000,
    TYPING_IDLE_MS: 3_000,
    LIKE_BACK_CLOSE_MS: 1_000,
    BLOCK_REDIRECT_MS: 1_500,
    BLOCKED_REDIRECT_MS: 3_000,
    MARK_READ_GUARD_MS: 500,
    INSTALL_PROMPT_DELAY_MS: 3_000,
    INSTALL_PROMPT_EVERY_MS: 86_400_000,
    FEEDBACK_DELAY_MS: 180_000,
    TOAST_DURATION_MS: 5_000,
    TOAST_SWIPE_PX: 50,
  })
})

test('every limit is used, and not only by tests', () => {
  const code = folders
    .flatMap((folder) => sources(path.join(root, folder, 'src')))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  expect(Object.keys(limits).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})

test('genders and orientations are those of the specification, and fit their limits', () => {
  expect(GENDERS).toEqual(['male', 'female', 'non-binary', 'other'])
  expect(ORIENTATIONS).toEqual(['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'])
  expect(GENDERS.every(({ length }) => length <= limits.GENDER_MAX)).toBe(true)
  expect(ORIENTATIONS.every(({ length }) => length <= limits.ORIENTATION_MAX)).toBe(true)
})

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^test\/|^limits\.ts$/.test(name))
    .map((name) => path.join(folder, name))
}
