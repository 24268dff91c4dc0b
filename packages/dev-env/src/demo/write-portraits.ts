import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { ROOT } from '../root.ts'
import { drawPicture, type Picture, self } from './drawing/picture.ts'
import { render } from './drawing/render.ts'
import { demoProfiles } from './profiles.ts'

// `npm run portraits`: writes the portraits that the landing screen may show, in 4:5 and small. All are of the set in CC0.
const FOLDER = path.join(ROOT, 'web', 'src', 'features', 'landing', 'portraits')
const WIDTH = 400
const QUALITY = 62
const BYTES_MAX = 15_000

const PORTRAITS: Record<string, Picture> = {
  'giulia.conti': self('sea', 'golden', { clothes: 'stripes' }),
  'leo.sandoval': self('city', 'dusk', { clothes: 'jacket' }),
  'imani.brooks': self('greenhouse', 'day', { clothes: 'tee' }),
}

await mkdir(FOLDER, { recursive: true })
for (const profile of demoProfiles()) {
  const { username, look } = profile
  const picture = PORTRAITS[username]
  if (!picture) continue
  const jpeg = await render(drawPicture(username, look, picture, 0))
  const webp = await sharp(jpeg).resize({ width: WIDTH }).webp({ quality: QUALITY, effort: 6 }).toBuffer()
  if (webp.length > BYTES_MAX) throw new Error(`the portrait of ${username} has ${webp.length} bytes`)
  const [first] = username.split('.')
  await writeFile(path.join(FOLDER, `${first}.webp`), webp)
}
