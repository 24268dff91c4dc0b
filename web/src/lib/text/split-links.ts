const ADDRESS = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)\S+/giu
const END_OF_SENTENCE = /[.,:;!?'"’”»)\]}…]+$/u

/** A part of a message. `href` is the whole address of a link, with the name of its host as browsers resolve it. */
export interface TextPart {
  text: string
  href: string | null
}

/** Splits a message into text and links. A link begins with http, https or www, and shows where it leads. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    const text = withoutEnd(found)
    const href = hrefOf(text)
    if (!href) continue
    if (index > end) parts.push({ text: content.slice(end, index), href: null })
    parts.push({ text, href })
    end = index + text.length
  }
  if (end < content.length) parts.push({ text: content.slice(end), href: null })
  return parts
}

/** Leaves out the signs that end a sentence, and a bracket that the address does not open. */
function withoutEnd(found: string): string {
  const text = found.replace(END_OF_SENTENCE, '')
  const isOpen = count(text, '(') > count(text, ')')
  return isOpen && found.startsWith(`${text})`) ? `${text})` : text
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

/** Null for what no browser opens, and for an address with a user name, which can pretend another host. */
function hrefOf(text: string): string | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text
  if (!URL.canParse(address)) return null
  const { href, hostname, username, password } = new URL(address)
  return hostname.includes('.') && !username && !password ? href : null
}
