import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

// Run by hand when the drawing changes: npx node web/scripts/render-icons.ts. The pictures are committed.

const PUBLIC = path.resolve(import.meta.dirname, '../public')
const DRAWING_UNITS = 64

const rounded = await readFile(path.join(PUBLIC, 'bolt.svg'), 'utf8')
const fullBleed = rounded.replace(' rx="16"', '') // platforms mask the icon; the bolt lies inside the safe zone

await mkdir(path.join(PUBLIC, 'icons'), { recursive: true })
await render(rounded, 192, 'icon-192.png')
await render(rounded, 512, 'icon-512.png')
await render(fullBleed, 512, 'maskable-512.png')
await render(fullBleed, 180, 'apple-touch-180.png')

async function render(drawing: string, pixels: number, name: string): Promise<void> {
  await sharp(Buffer.from(drawing), { density: (72 * pixels) / DRAWING_UNITS })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(PUBLIC, 'icons', name))
}
