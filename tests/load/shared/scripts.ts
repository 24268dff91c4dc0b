export const SCRIPTS = ['smoke', 'feed', 'likes', 'chat', 'reconnect-storm', 'mixed-day', 'overload'] as const
export type ScriptName = (typeof SCRIPTS)[number]
