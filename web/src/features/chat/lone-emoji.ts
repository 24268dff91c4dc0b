const PART = String.raw`\p{ExtPict}(?:\uFE0F|\p{EMod})?`
const LONE_EMOJI = new RegExp(String.raw`^(?:\p{RI}{2}|${PART}(?:\u200D${PART})*){1,3}$`, 'u')

/** True for a text that is one to three emoji: flags, or pictures with their joined parts. */
export function isLoneEmoji(text: string): boolean {
  return LONE_EMOJI.test(text)
}
