import { WebSocket } from 'ws'
import type { ChatSocket } from '../load/chat-server.ts'
import { bodyOf, isCounted, nameOf, stanzas } from './xmpp.ts'

const LOGIN_MS = 30_000

export interface XmppAccount {
  domain: string
  user: string
  password: string
}

/** Signs in over WebSocket with stream management, and receives messages. */
export async function openXmppSocket(
  url: string,
  { domain, user, password }: XmppAccount,
  onMessage: (content: string) => void,
): Promise<ChatSocket> {
  const ws = new WebSocket(url, 'xmpp', { perMessageDeflate: false, handshakeTimeout: LOGIN_MS })
  let waiting: { name: string; resolve(): void; reject(error: Error): void } | null = null
  let counted = 0
  let sent = 0

  ws.on('message', (data) => {
    const frame = String(data)
    const name = nameOf(frame)
    if (name === 'enabled') counted = 0
    if (isCounted(frame)) counted += 1
    if (name === 'r') ws.send(stanzas.acknowledge(counted))
    const body = bodyOf(frame)
    if (body !== null) return onMessage(body)
    if (name === waiting?.name) waiting.resolve()
    else if (name === 'failure') waiting?.reject(new Error(`${user} could not sign in: ${frame}`))
  })
  ws.on('close', () => waiting?.reject(new Error(`the connection of ${user} closed while signing in`)))
  ws.on('error', (error) => waiting?.reject(error))

  /** Sends the stanza, unless it is empty. Resolves with the next element of that name. */
  function until(name: string, stanza = ''): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting = { name, resolve, reject }
      if (stanza) ws.send(stanza)
    })
  }
  async function signIn(): Promise<void> {
    await new Promise<void>((resolve, reject) => ws.once('open', resolve).once('error', reject))
    await until('features', stanzas.open(domain))
    await until('success', stanzas.authenticate(user, password))
    await until('features', stanzas.open(domain))
    await until('iq', stanzas.bind)
    await until('enabled', stanzas.enableStreamManagement)
    await until('presence', stanzas.presence) // the server sends its own presence back
    waiting = null
  }

  const timeout = setTimeout(() => ws.terminate(), LOGIN_MS)
  await signIn().finally(() => clearTimeout(timeout))
  return {
    /** XMPP has no response to a message: the receiver gets it, or its archive does. */
    async send({ id }, content) {
      sent += 1
      ws.send(stanzas.message(`${id}@${domain}`, sent, content))
    },
    close: () => ws.terminate(),
  }
}
