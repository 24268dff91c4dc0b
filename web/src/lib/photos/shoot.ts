import { IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import { fitInside } from './fit-inside.ts'

/** Width to height of a card's photo. */
const CARD_RATIO = 4 / 5

/** Returns the 4:5 frame of a video as the data URL of a JPEG; null before the first picture. Selfies are mirrored. */
export function shoot(video: HTMLVideoElement, isMirrored = true): string | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return null
  const width = Math.min(videoWidth, videoHeight * CARD_RATIO)
  const height = width / CARD_RATIO
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitInside({ width, height }))
  const context = canvas.getContext('2d')
  if (isMirrored) {
    context?.translate(canvas.width, 0)
    context?.scale(-1, 1)
  }
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2]
  context?.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', IMAGE_JPEG_QUALITY)
}
