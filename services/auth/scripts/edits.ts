import sharp, { type Sharp } from 'sharp'

/** Edits of a photo that shall hide where it comes from. */
export const EDITS: Record<string, (photo: Buffer) => Promise<Buffer>> = {
  'encoded anew': jpegOf((photo) => photo.jpeg({ quality: 60 })),
  'encoded hard': jpegOf((photo) => photo.jpeg({ quality: 15 })),
  'made smaller': jpegOf((photo) => photo.resize({ width: 240 })),
  'cropped by 5 %': (photo) => cropped(photo, 0.05),
  'cropped by 20 %': (photo) => cropped(photo, 0.2),
  mirrored: jpegOf((photo) => photo.flop()),
  'turned by a quarter': jpegOf((photo) => photo.rotate(90)),
  'turned by 8 degrees': jpegOf((photo) => photo.rotate(8, { background: '#888888' })),
  'in a white border': jpegOf((photo) =>
    photo.extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#ffffff' }),
  ),
  brighter: jpegOf((photo) => photo.modulate({ brightness: 1.4 })),
  'in black and white': jpegOf((photo) => photo.greyscale()),
  tinted: jpegOf((photo) => photo.modulate({ hue: 40, saturation: 1.5 })),
  negative: jpegOf((photo) => photo.negate({ alpha: false })),
  blurred: jpegOf((photo) => photo.blur(4)),
  'with a stripe over the eyes': striped,
  'cropped, mirrored and tinted': async (photo) =>
    jpegOf((one) => one.flop().modulate({ hue: 40 }))(await cropped(photo, 0.1)),
}

function jpegOf(edit: (photo: Sharp) => Sharp): (photo: Buffer) => Promise<Buffer> {
  return (photo) => edit(sharp(photo)).jpeg().toBuffer()
}

async function cropped(photo: Buffer, part: number): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata()
  const area = {
    left: Math.round((width * part) / 2),
    top: Math.round((height * part) / 2),
    width: Math.round(width * (1 - part)),
    height: Math.round(height * (1 - part)),
  }
  return sharp(photo).extract(area).jpeg().toBuffer()
}

async function striped(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata()
  const stripe = { width, height: Math.round(height / 12), channels: 3 as const, background: '#000000' }
  return sharp(photo)
    .composite([{ input: { create: stripe }, left: 0, top: Math.round(height * 0.33) }])
    .jpeg()
    .toBuffer()
}
