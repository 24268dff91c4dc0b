import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../root.ts'
import { drawPicture } from './drawing/picture.ts'
import { render } from './drawing/render.ts'
import type { DemoProfile } from './profiles.ts'

/** Rendered pictures by the drawing that they show: they serve any data folder of this clone. */
const CACHE = path.join(ROOT, '.data', 'demo-pictures')

/** Returns the `index`-th picture of a profile, a JPEG; the first one is the selfie. */
export async function pictureOf({ username, look, pictures }: DemoProfile, index: number): Promise<Buffer> {
  const picture = pictures[index]
  if (!picture) throw new Error(`${username} has no picture ${index}`)
  const drawing = drawPicture(username, look, picture, index)
  const hash = createHash('sha256').update(JSON.stringify(drawing)).digest('base64url')
  const file = path.join(CACHE, `${hash}.jpg`)
  const known = await readFile(file).catch(() => null)
  if (known) return known

  const jpeg = await render(drawing)
  await mkdir(CACHE, { recursive: true })
  await writeFile(`${file}.${process.pid}`, jpeg)
  await rename(`${file}.${process.pid}`, file)
  return jpeg
}

/** Returns the first picture as a data URL, as registration expects it. */
export async function selfieDataUrl(profile: DemoProfile): Promise<string> {
  return `data:image/jpeg;base64,${(await pictureOf(profile, 0)).toString('base64')}`
}
