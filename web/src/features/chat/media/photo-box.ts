import type { CSSProperties } from 'react'

const LONG_REM = 18
const WIDE_REM = 15
/** A panorama is cut at its ends. */
const RATIO_MIN = 2 / 3
const RATIO_MAX = 2

/** The place of a photo in the conversation, which it takes before its bytes are there. */
export function photoBox({ width, height }: { width: number; height: number }): CSSProperties {
  const ratio = Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height || 1))
  return { width: `${Math.min(WIDE_REM, LONG_REM * ratio)}rem`, maxWidth: '100%', aspectRatio: ratio }
}
