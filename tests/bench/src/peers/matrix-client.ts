import { Pool } from 'undici'
import type { ChatSocket } from '../load/chat-server.ts'
import { Refusal } from '../load/chat-server.ts'

const API = '/_matrix/client/v3'
const POLL_MS = 30_000
const CONNECTIONS = 64
/** Only messages of rooms. */
const FILTER = encodeURIComponent(
  JSON.stringify({
    presence: { types: [] },
    account_data: { types: [] },
    room: { timeline: { types: ['m.room.message'] }, state: { types: [] }, ephemeral: { types: [] } },
  }),
)

interface SyncResponse {
  next_batch: string
  rooms?: { join?: Record<string, { timeline?: { events?: { sender: string; content: { body?: string } }[] } }> }
}

type Method = 'GET' | 'POST' | 'PUT'

/** Calls the client-server API of Matrix. */
export function createMatrix(url: string) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const polls = new Pool(url, { pipelining: 1, headersTimeout: 2 * POLL_MS }) // one open request per user

  async function call<T>(method: Method, path: string, token: string, body?: object): Promise<T> {
    const response = await pool.request({
      path: `${API}${path}`,
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Refusal(response.statusCode, `${method} ${path}: ${text}`)
    return JSON.parse(text) as T // defined by the specification of Matrix
  }

  async function sync(token: string, since: string, signal?: AbortSignal): Promise<SyncResponse> {
    const query = since ? `&since=${since}&timeout=${POLL_MS}` : ''
    const response = await polls.request({
      path: `${API}/sync?filter=${FILTER}${query}`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Refusal(response.statusCode, `sync: ${text}`)
    return JSON.parse(text) as SyncResponse // defined by the specification of Matrix
  }

  return {
    async register(username: string, password: string): Promise<{ token: string; userId: string }> {
      const body = { username, password, auth: { type: 'm.login.dummy' } }
      const { access_token: token, user_id: userId } = await call<{ access_token: string; user_id: string }>(
        'POST',
        '/register',
        '',
        body,
      )
      return { token, userId }
    },

    /** Creates a room of two users. */
    async createRoom(owner: string, guest: { token: string; userId: string }): Promise<string> {
      const { room_id: roomId } = await call<{ room_id: string }>('POST', '/createRoom', owner, {
        preset: 'trusted_private_chat',
        is_direct: true,
        invite: [guest.userId],
      })
      await call('POST', `/join/${encodeURIComponent(roomId)}`, guest.token, {})
      return roomId
    },

    /** Polls for messages like a client, and sends to the room that `roomOf` names. */
    async connect(
      { token, userId }: { token: string; userId: string },
      roomOf: (receiverId: number) => string,
      onMessage: (content: string) => void,
    ): Promise<ChatSocket> {
      const closed = new AbortController()
      let sent = 0

      async function poll(from: string): Promise<void> {
        let since = from
        while (!closed.signal.aborted) {
          const { next_batch: next, rooms } = await sync(token, since, closed.signal)
          since = next
          for (const { timeline } of Object.values(rooms?.join ?? {})) {
            for (const { sender, content } of timeline?.events ?? [])
              if (sender !== userId && content.body) onMessage(content.body)
          }
        }
      }
      const { next_batch: start } = await sync(token, '')
      poll(start).catch((error: unknown) => {
        if (!closed.signal.aborted) console.error(error) // its messages will count as lost
      })
      return {
        async send({ id }, content) {
          sent += 1
          const room = encodeURIComponent(roomOf(id))
          const path = `/rooms/${room}/send/m.room.message/${Date.now()}-${sent}`
          await call('PUT', path, token, { msgtype: 'm.text', body: content })
        },
        close: () => closed.abort(),
      }
    },
  }
}
