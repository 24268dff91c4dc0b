/** Parts that start a product of their own, without load and without the bench's other processes. */
const ALONE = ['idle', 'start'] as const
export type AlonePart = (typeof ALONE)[number]

/** In the order of execution; sockets come last because they leave memory allocated. */
export const PART_NAMES = [...ALONE, 'get', 'send', 'saturation', 'login', 'feed', 'commands', 'sockets'] as const
export type PartName = (typeof PART_NAMES)[number]

export function isAlone(part: PartName): part is AlonePart {
  return ALONE.some((alone) => alone === part)
}
