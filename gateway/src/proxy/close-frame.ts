import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { endSoon } from '@zing/kit/http/end-soon'

/** RFC 6455: part of every handshake. */
const HANDSHAKE_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const FINAL_CLOSE = 0x88

/** Returns the bytes of a server's close frame. */
export function closeFrame(code: number, reason = ''): Buffer {
  const payload = Buffer.alloc(2 + reason.length)
  payload.writeUInt16BE(code)
  payload.write(reason, 2, 'latin1')
  return Buffer.concat([Buffer.from([FINAL_CLOSE, payload.length]), payload])
}

/** Accepts an upgrade and closes the socket at once, since browsers show neither status nor headers of a refusal. */
export function acceptAndClose({ headers }: IncomingMessage, socket: Duplex, code: number, reason: string): void {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${HANDSHAKE_ID}`).digest('base64')
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
  endSoon(socket, closeFrame(code, reason))
}
