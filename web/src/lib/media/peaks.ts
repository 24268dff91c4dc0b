import { PEAKS } from '@zing/proto/limits'

/** Quieter recordings stay low, so that noise does not look like speech. */
const LOUDEST_MIN = 0.05

/** The loudest level of each of `count` equal parts. From 0 to 1 with two decimals, relative to the loudest of all. */
export function toPeaks(levels: readonly number[], count = PEAKS): number[] {
  const loudest = Math.max(LOUDEST_MIN, ...levels)
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((part + 1) * levels.length) / count))
    return Math.round((100 * Math.max(0, ...levels.slice(from, to))) / loudest) / 100
  })
}

/** Loudness of samples from -1 to 1: the root of their mean square. */
export function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Peaks as the upload takes them: a byte each, in base64url. */
export function encodePeaks(peaks: readonly number[]): string {
  const bytes = peaks.map((peak) => Math.round(255 * peak))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
