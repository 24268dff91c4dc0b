import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BOT_PROFILES } from './bots/personas.ts'
import { drawPicture } from './drawing/picture.ts'
import { render } from './drawing/render.ts'
import { SCENES } from './drawing/scenes/scenes.ts'
import { demoProfiles } from './profiles.ts'

const profiles = [...demoProfiles(), ...BOT_PROFILES]
const BYTES_MAX = 120_000

test('every demo user has three to six pictures, the first of them a portrait', () => {
  for (const { username, pictures } of profiles) {
    expect(pictures.length, username).toBeGreaterThanOrEqual(3)
    expect(pictures.length, username).toBeLessThanOrEqual(6)
    expect(pictures[0]?.shows, username).toBe('self')
  }
})

test('every scene is used, and no two pictures of the demo are the same drawing', () => {
  const all = profiles.flatMap(({ pictures }) => pictures)
  const scenes = new Set(all.flatMap((picture) => (picture.shows === 'scene' ? [picture.scene] : [])))
  expect([...scenes].toSorted()).toEqual(Object.keys(SCENES).toSorted())

  const drawings = profiles.flatMap(({ username, look, pictures }) =>
    pictures.map((picture, index) => JSON.stringify(drawPicture(username, look, picture, index))),
  )
  expect(new Set(drawings).size).toBe(drawings.length)
})

test('a picture is the same small JPEG of 1080 by 1350 pixels every time', async () => {
  const [first] = profiles
  if (!first) throw new Error('no profiles')
  for (const [index, picture] of first.pictures.entries()) {
    const draw = () => render(drawPicture(first.username, first.look, picture, index))
    const jpeg = await draw()
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1350 })
    expect(jpeg.length).toBeLessThan(BYTES_MAX)
    expect(jpeg.equals(await draw())).toBe(true)
  }
})
