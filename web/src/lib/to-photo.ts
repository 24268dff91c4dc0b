import { IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import { fitInside } from './fit-inside.ts'

/** Converts a file to the data URL of an upright JPEG inside 1080x1080; undecodable files are left to the server. */
export async function toPhoto(file: Blob): Promise<string> {
  return readAsDataUrl(await shrink(file).catch(() => file))
}

async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitInside(bitmap))
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
