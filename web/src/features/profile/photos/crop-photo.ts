import { IMAGE_JPEG_QUALITY, IMAGE_MAX_PIXELS_PER_SIDE } from '@zing/proto/limits'
import { type Crop, cropRect, FRAME_RATIO } from './crop-rules.ts'

/** Draws the section of a photo as a JPEG of at most 864x1080, as a data URL. Smaller sections are not enlarged. */
export function cropPhoto(image: HTMLImageElement, crop: Crop): string {
  const { x, y, width, height } = cropRect({ width: image.naturalWidth, height: image.naturalHeight }, crop)
  const canvas = document.createElement('canvas')
  canvas.height = Math.round(Math.min(IMAGE_MAX_PIXELS_PER_SIDE, height))
  canvas.width = Math.round(canvas.height * FRAME_RATIO)
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', IMAGE_JPEG_QUALITY)
}
