import type { Quote } from '@zing/proto/messages'
import { Schema } from 'mongoose'

/** The start of the message that a reply quotes. Messages never change. */
export const quote = new Schema<Quote>(
  {
    id: { type: Number, required: true },
    seq: { type: Number, required: true },
    senderId: { type: Number, required: true },
    content: { type: String, default: '' },
    kind: String, // of a medium
  },
  { _id: false, id: false },
)
