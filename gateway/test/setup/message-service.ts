import { keyOf } from '@zing/kit/env'
import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import { createLog } from '@zing/kit/observability/logger'
import { getUnread, sendMessage } from '@zing/proto/http/chat'

// A process of its own, so that a test can pause it. Tells its parent its address and each call that it begins.
const secret = keyOf(String(process.env.INTERNAL_TOKEN_SECRET))
const app = createApp({ log: createLog('message-service', 'silent'), secret, isReady: () => true }, {}, [
  (serve) => {
    serve(getUnread, () => ({ count: 0 }))
    serve(sendMessage, ({ userId, body }) => {
      process.send?.({ begun: body.content })
      const { receiverId, content } = body
      const message = { kind: 'text' as const, id: 1, seq: 1, senderId: userId, receiverId, content, read: false }
      return { ...message, status: 'sent' as const, createdAt: new Date(0).toISOString() }
    })
  },
])
const http = await listen(app, { PORT: 0, HOST: '127.0.0.1' })
process.send?.({ url: http.url })
process.once('disconnect', () => process.exit())
