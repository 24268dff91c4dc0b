/** In the order of execution; sockets come last because they leave memory allocated. */
export const PART_NAMES = ['get', 'send', 'saturation', 'login', 'feed', 'commands', 'sockets'] as const
export type PartName = (typeof PART_NAMES)[number]
