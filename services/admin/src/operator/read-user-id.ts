const ID = /^[1-9]\d{0,14}$/

/** Reads the id of a user from the command line; throws `usage` for anything else. */
export function readUserId(text: string | undefined, usage: string): number {
  if (!text || !ID.test(text)) throw new Error(usage)
  return Number(text)
}
