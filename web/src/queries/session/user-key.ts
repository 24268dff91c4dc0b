export const userKey = ['user'] as const
