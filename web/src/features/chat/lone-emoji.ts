const PART = String.raw`\p{ExtPict}(?:\uFE0F|\p{EMod})?`
const LONE_EMOJI = new RegExp(String.raw`^(?:\p{RI}{2}|${PART}(?:\u200D${PART})*)$`, 'u')

/** True for a text that is one emoji: a flag, or a picture with its joined parts. */
export function isLoneEmoji(text: string): boolean {
  return LONE_EMOJI.test(text)
}
