const EMOTICONS: [RegExp, string][] = [
  [/<\/3/g, '💔'],
  [/<3/g, '❤️'],
  [/>:\(/g, '😠'],
  [/(^|\s);-?\)/g, '$1😉'],
  [/(^|\s);-?P/gi, '$1😜'],
  [/(^|\s)=\)/g, '$1🙂'],
  [/(^|\s)=\(/g, '$1🙁'],
  [/(^|\s)=D/g, '$1😄'],
  [/(^|\s)>_</g, '$1😣'],
  [/->/g, '→'],
  [/<-/g, '←'],
  [/=>/g, '⇒'],
]

/** Replaces emoticons with emoji, because the server rejects `< > ; =`. */
export function withEmoji(text: string): string {
  return EMOTICONS.reduce((changed, [pattern, emoji]) => changed.replace(pattern, emoji), text)
}
