import sharp from 'sharp'

const SIDE = 480
/** The ten tones of the scale by Ellis Monk. */
const TONES = [
  '#f6ede4',
  '#f3e7db',
  '#f7ead0',
  '#eadaba',
  '#d7bd96',
  '#a07e56',
  '#825c43',
  '#604134',
  '#3a312a',
  '#292420',
]

/** Draws skin alone, with light from one side: a model that takes colour for nakedness marks it. */
export function drawSkin(): Promise<Buffer[]> {
  return Promise.all(TONES.map((tone) => render(`<rect width="${SIDE}" height="${SIDE}" fill="url(#light)"/>`, tone)))
}

function render(shapes: string, tone: string): Promise<Buffer> {
  const light = `<defs><radialGradient id="light" cx="0.35" cy="0.3" r="0.9"><stop offset="0" stop-color="${tone}"/><stop offset="1" stop-color="${tone}" stop-opacity="0.75"/></radialGradient></defs>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${light}${shapes}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#000000' }).blur(1.5).jpeg().toBuffer()
}
