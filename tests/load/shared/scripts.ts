export const SCRIPTS = [
  'smoke',
  'feed',
  'likes',
  'chat',
  'reconnect-storm',
  'storm',
  'mixed-day',
  'moderation',
  'overload',
  'push',
  'door',
] as const
export type ScriptName = (typeof SCRIPTS)[number]
