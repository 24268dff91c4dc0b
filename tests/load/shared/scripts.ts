export const SCRIPTS = ['smoke', 'feed', 'likes', 'chat', 'reconnect-storm', 'mixed-day'] as const
export type ScriptName = (typeof SCRIPTS)[number]
