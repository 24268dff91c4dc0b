/** In the order in which they run: the ten thousand sockets come last, for they leave memory behind. */
export const PART_NAMES = ['get', 'send', 'saturation', 'login', 'feed', 'commands', 'sockets'] as const
export type PartName = (typeof PART_NAMES)[number]
