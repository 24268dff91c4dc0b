import type { Ctx } from '../context.ts'

/** `Bob` is `bob`. */
export function usernameKeyOf(username: string): string {
  return username.toLowerCase()
}

export async function isUsernameTaken({ models }: Ctx, username: string): Promise<boolean> {
  return (await models.User.exists({ usernameKey: usernameKeyOf(username) })) !== null
}
