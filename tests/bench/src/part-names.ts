/** Parts that do not use the bench's processes: they start their own product, or measure nothing. */
const ALONE = ['idle', 'start'] as const
export type AlonePart = (typeof ALONE)[number]

/**
 * Parts in the order of execution. send measures the first seconds after the start. sockets leave memory allocated, and
 * discover a million users.
 */
export const PART_NAMES = [
  ...ALONE,
  'send',
  'get',
  'saturation',
  'peers',
  'feed',
  'day',
  'resume',
  'export',
  'sockets',
  'discover',
] as const
export type PartName = (typeof PART_NAMES)[number]

export function isAlone(part: PartName): part is AlonePart {
  return ALONE.some((alone) => alone === part)
}
