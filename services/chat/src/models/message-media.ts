import { Schema } from 'mongoose'
import { type Looks, looks } from './medium.ts'

/** The medium of a message, as lists show it. Its caption is the message's `content`. */
export type MessageMedia = Looks & { id: number }

export const messageMedia = new Schema({ id: { type: Number, required: true }, ...looks }, { _id: false, id: false })
