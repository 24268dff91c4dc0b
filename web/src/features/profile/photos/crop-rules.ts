/** Section of a photo: its zoom, and the offset of the photo's middle from the frame's, in frame widths. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/** Width to height of a profile's photos. */
export const FRAME_RATIO = 4 / 5
export const ZOOM_MAX = 4
export const WHOLE: Crop = { zoom: 1, x: 0, y: 0 }

/** Size of the photo in widths of the frame; at zoom 1 it just covers the frame. */
export function shownSize({ width, height }: Size, zoom: number): Size {
  const cover = Math.max(1 / width, 1 / FRAME_RATIO / height) * zoom
  return { width: width * cover, height: height * cover }
}

/** Keeps the frame covered. */
export function clampCrop(photo: Size, { zoom, x, y }: Crop): Crop {
  const allowed = clamp(zoom, 1, ZOOM_MAX)
  const shown = shownSize(photo, allowed)
  return {
    zoom: allowed,
    x: clampEvenly(x, (shown.width - 1) / 2),
    y: clampEvenly(y, (shown.height - 1 / FRAME_RATIO) / 2),
  }
}

/** Parts of the height at which most photos have the face, and at which the frame shows it. */
const FACE = { inPhoto: 1 / 3, inFrame: 0.4 }

/** The section to begin with: as large as it can be, with a face in the upper middle. */
export function firstCrop(photo: Size): Crop {
  const { height } = shownSize(photo, 1)
  return clampCrop(photo, {
    zoom: 1,
    x: 0,
    y: (FACE.inFrame - 0.5) / FRAME_RATIO + (0.5 - FACE.inPhoto) * height,
  })
}

/** Zooms so that the point of the photo below `at`, in widths of the frame from its middle, stays there. */
export function zoomAt(photo: Size, crop: Crop, zoom: number, at: { x: number; y: number } = { x: 0, y: 0 }): Crop {
  const by = clamp(zoom, 1, ZOOM_MAX) / crop.zoom
  return clampCrop(photo, { zoom, x: at.x - (at.x - crop.x) * by, y: at.y - (at.y - crop.y) * by })
}

/** The part of the photo that the frame shows, in pixels of the photo. */
export function cropRect(photo: Size, crop: Crop): { x: number; y: number; width: number; height: number } {
  const shown = shownSize(photo, crop.zoom)
  const pixels = photo.width / shown.width
  const width = pixels
  const height = pixels / FRAME_RATIO
  return {
    x: photo.width / 2 - crop.x * pixels - width / 2,
    y: photo.height / 2 - crop.y * pixels - height / 2,
    width,
    height,
  }
}

function clampEvenly(value: number, max: number): number {
  return clamp(value, -Math.max(0, max), Math.max(0, max))
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
