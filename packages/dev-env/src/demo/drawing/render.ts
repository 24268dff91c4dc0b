import sharp from 'sharp'
import type { Drawing } from './picture.ts'
import { HEIGHT, WIDTH } from './svg.ts'

const QUALITY = 74
/** The backdrop is drawn this much smaller: enlarging it is the blur. */
const REDUCTION = 4
const BLUR = 1.4

/** Renders a drawing as a JPEG of 1080 by 1350; the same drawing gives the same bytes. */
export async function render({ backdrop, front }: Drawing): Promise<Buffer> {
  const picture =
    backdrop === null
      ? sharp(Buffer.from(front))
      : sharp(await blurred(backdrop)).composite([{ input: Buffer.from(front) }])
  return picture.jpeg({ quality: QUALITY }).toBuffer()
}

async function blurred(backdrop: string): Promise<Buffer> {
  const small = await sharp(Buffer.from(backdrop))
    .resize(WIDTH / REDUCTION, Math.round(HEIGHT / REDUCTION))
    .blur(BLUR)
    .png()
    .toBuffer()
  return sharp(small).resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' }).png({ compressionLevel: 0 }).toBuffer()
}
