import sharp, { type Sharp } from 'sharp'

export function dataUrl(bytes: Buffer, type = 'jpeg'): string {
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

export function plain(width = 40, height = 60): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#d9214e' } })
}

export async function photo(width?: number, height?: number): Promise<string> {
  return dataUrl(await plain(width, height).jpeg().toBuffer())
}

/** The last part of a photo's path. */
export function versionOf(path: string | null): number {
  return Number(path?.split('/').at(-1))
}
