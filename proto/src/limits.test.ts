import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'
import { GENDERS, ORIENTATIONS } from './product.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folders = ['proto', 'gateway', 'web', ...['services', 'packages'].flatMap(packagesIn)]

test('limits have the values of the specification (9.username, 9.name, 9.camera-spinner, 9.redirect.initiator)', () => {
  expect(limits).toMatchObject({
    USERNAME_MIN: 3,
    USERNAME_MAX: 30,
    PASSWORD_MIN: 6,
    PASSWORD_MAX: 100,
    NAME_MIN: 2,
    NAME_MAX: 50,
    REGISTER_AGE_MIN: 18,
    REGISTER_AGE_MAX: 100,
    EDIT_AGE_MIN: 18,
    EDIT_AGE_MAX: 120,
    GENDER_MAX: 20,
    ORIENTATION_MAX: 30,
    MESSAGE_MIN: 1,
    MESSAGE_MAX: 2_000,
    ADMIN_PIN_LENGTH: 4,
    SELFIE_MAX_CHARACTERS: 5_000_000,
    IMAGE_MAX_PIXELS_PER_SIDE: 1_080,
    IMAGE_JPEG_QUALITY: 0.8,
    RECONNECT_ATTEMPTS: 10,
    RECONNECT_BASE_MS: 1_000,
    RECONNECT_FACTOR: 1.5,
    RECONNECT_MAX_MS: 10_000,
    CONNECT_TIMEOUT_MS: 5_000,
  })
})

test('every limit is used outside tests (9.used)', () => {
  const code = folders
    .flatMap((folder) => sources(path.join(root, folder, 'src')))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  expect(Object.keys(limits).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})

test('genders and orientations are as specified and fit their limits (3.genders, 3.orientations)', () => {
  expect(GENDERS).toEqual(['male', 'female', 'non-binary', 'other'])
  expect(ORIENTATIONS).toEqual(['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'])
  expect(GENDERS.every(({ length }) => length <= limits.GENDER_MAX)).toBe(true)
  expect(ORIENTATIONS.every(({ length }) => length <= limits.ORIENTATION_MAX)).toBe(true)
})

function packagesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^test\/|^limits\.ts$/.test(name))
    .map((name) => path.join(folder, name))
}
