import type { Express } from 'express'
import type mongoose from 'mongoose'

type Db = ReturnType<ReturnType<mongoose.Connection['getClient']>['db']>
type Push = (userId: number, frame: object) => void

interface Conversation {
  _id: string
  members: number[]
  matched: boolean
  seq: number
  received: { lo: number; hi: number }
  seen: { lo: number; hi: number }
  pending: Pending[]
  last: Pending | null
}

type Stored = Omit<Pending, 'id'> & { _id: number; conv: string; seq: number; epoch: number }

interface Pending {
  id: number
  senderId: number
  content: string
  createdAt: Date
}

interface Draft {
  senderId: number
  receiverId: number
  content: string
}

export interface BaselineMessages {
  /**
   * Stores a message with the product's writes: commit in the conversation, insert into messages, pull from pending.
   * Calls `accept` after the first write. Returns false for users without a match.
   */
  send(draft: Draft, accept: (message: object) => void): Promise<boolean>
}

const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const

export function createMessages(db: Db, push: Push): BaselineMessages {
  const conversations = db.collection<Conversation>('conversations')
  const messages = db.collection<Stored>('messages')
  let lastId = Date.now()

  return {
    async send({ senderId, receiverId, content }, accept) {
      const [lo, hi] = senderId < receiverId ? [senderId, receiverId] : [receiverId, senderId]
      lastId += 1
      const pending = { id: lastId, senderId, content, createdAt: new Date() }
      const conversation = await conversations.findOneAndUpdate(
        { _id: `${lo}:${hi}`, matched: true, 'blockedBy.0': { $exists: false }, 'pending.199': { $exists: false } },
        {
          $inc: { seq: 1, [senderId === lo ? 'received.hi' : 'received.lo']: 1 },
          $set: { last: pending },
          $max: { activeAt: pending.createdAt },
          $push: { pending },
        },
        { returnDocument: 'after', projection: { members: 1, seq: 1 }, ...DURABLE },
      )
      if (!conversation) return false

      const message = { ...pending, seq: conversation.seq, receiverId }
      push(receiverId, { type: 'NEW_MESSAGE', message })
      accept(message)
      await messages.insertOne(
        { _id: pending.id, conv: conversation._id, seq: conversation.seq, ...body(pending) },
        DURABLE,
      )
      await conversations.updateOne({ _id: conversation._id }, { $pull: { pending: { id: pending.id } } }, DURABLE)
      return true
    },
  }
}

export function messageRoutes(app: Express, db: Db, { send }: BaselineMessages): void {
  const conversations = db.collection<Conversation>('conversations')

  app.post('/messages', async (req, res) => {
    const isSent = await send(req.body, (message) => void res.status(201).json(message))
    if (!isSent) res.sendStatus(403)
  })

  app.get('/unread', async (req, res) => {
    const userId = Number(req.query.user)
    const open = { members: userId, matched: true, 'blockedBy.0': { $exists: false } }
    const found = await conversations.find(open, { projection: { members: 1, received: 1, seen: 1 } }).toArray()
    const count = found.reduce((sum, { members, received, seen }) => {
      const side = members[0] === userId ? 'lo' : 'hi'
      return sum + received[side] - seen[side]
    }, 0)
    res.json({ count })
  })
}

function body({ senderId, content, createdAt }: Pending) {
  return { senderId, content, createdAt, epoch: 0 }
}
