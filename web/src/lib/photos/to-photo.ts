import { IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import { fitInside, type Size } from './fit-inside.ts'

export interface ShrunkPhoto extends Size {
  file: Blob
}

/**
 * Returns the data URL of an upright JPEG inside 1080x1080, or of the file itself if scaling fails. Returns null for a file
 * that is no readable image. Browsers turn the picture upright by default; Safari before 17.2 rejects an explicit option.
 */
export async function toPhoto(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  return readAsDataUrl(await shrink(bitmap).catch(() => file))
}

/** Returns an upright JPEG of at most `max` pixels a side, and its size. Throws for a file that is no readable image. */
export async function shrinkPhoto(file: Blob, max: number): Promise<ShrunkPhoto> {
  const bitmap = await createImageBitmap(file)
  const size = fitInside(bitmap, max)
  return { file: await shrink(bitmap, max), ...size }
}

async function shrink(bitmap: ImageBitmap, max?: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitInside(bitmap, max))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('canvas.toBlob returned null'))),
      'image/jpeg',
      IMAGE_JPEG_QUALITY,
    ),
  )
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
