const FRAMING = 'urn:ietf:params:xml:ns:xmpp-framing'
const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl'
const BIND = 'urn:ietf:params:xml:ns:xmpp-bind'
const STREAM_MANAGEMENT = 'urn:xmpp:sm:3'

/** The stanzas of XMPP over WebSocket (RFC 7395) that the benchmark sends, one per frame. */
export const stanzas = {
  open: (domain: string) => `<open xmlns="${FRAMING}" to="${domain}" version="1.0"/>`,
  close: `<close xmlns="${FRAMING}"/>`,
  authenticate(user: string, password: string): string {
    const plain = Buffer.from(`\0${user}\0${password}`).toString('base64')
    return `<auth xmlns="${SASL}" mechanism="PLAIN">${plain}</auth>`
  },
  bind: `<iq type="set" id="bind" xmlns="jabber:client"><bind xmlns="${BIND}"><resource>bench</resource></bind></iq>`,
  enableStreamManagement: `<enable xmlns="${STREAM_MANAGEMENT}"/>`,
  presence: '<presence xmlns="jabber:client"/>',
  acknowledge: (count: number) => `<a xmlns="${STREAM_MANAGEMENT}" h="${count}"/>`,
  message: (to: string, id: number, text: string) =>
    `<message xmlns="jabber:client" to="${to}" id="m${id}" type="chat"><body>${escapeText(text)}</body></message>`,
}

/** Name of the outermost element of a frame, without a prefix. */
export function nameOf(frame: string): string {
  return /^<(?:[\w-]+:)?([\w-]+)/.exec(frame)?.[1] ?? ''
}

/** Text of a message; null for any other stanza. */
export function bodyOf(frame: string): string | null {
  const body = nameOf(frame) === 'message' ? /<body>([^<]*)<\/body>/.exec(frame)?.[1] : undefined
  return body === undefined ? null : unescapeText(body)
}

/** True for stanzas that stream management counts. */
export function isCounted(frame: string): boolean {
  return ['message', 'presence', 'iq'].includes(nameOf(frame))
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function unescapeText(text: string): string {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
}
