import { IMAGE_MAX_PIXELS_PER_SIDE, SELFIE_MEDIUM_PIXELS } from '@zing/proto/limits'
import { selfieOfSize } from '@zing/proto/paths'

/** CSS sizes of a photo as wide as the screen's column inside its margins. */
export const COLUMN_SIZES = 'calc(min(100vw, 28rem) - 1.5rem)'

/** The sizes of a photo among which the browser chooses, as `srcset`. */
export function photoSources(path: string): string {
  return `${selfieOfSize(path, 'medium')} ${SELFIE_MEDIUM_PIXELS}w, ${path} ${IMAGE_MAX_PIXELS_PER_SIDE}w`
}

/** Requests a photo before the element that shows it is rendered. */
export function preloadPhoto(path: string): void {
  const image = new Image()
  image.fetchPriority = 'high'
  image.sizes = COLUMN_SIZES
  image.srcset = photoSources(path)
}
