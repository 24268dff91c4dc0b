import { IMAGE_MAX_PIXELS_PER_SIDE } from '@zing/proto/limits'

export interface Size {
  width: number
  height: number
}

/** Scales a size down to a square of `max` a side, keeping its proportions. */
export function fitInside({ width, height }: Size, max = IMAGE_MAX_PIXELS_PER_SIDE): Size {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
