const PART = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`
const LONE_EMOJI = new RegExp(String.raw`^(?:\p{Regional_Indicator}{2}|${PART}(?:\u200D${PART})*){1,3}$`, 'u')

/** True for a text that is one to three emoji: flags, or pictures with their joined parts. */
export function isLoneEmoji(text: string): boolean {
  return LONE_EMOJI.test(text)
}
