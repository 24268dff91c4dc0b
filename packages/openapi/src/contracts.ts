import { readFileSync } from 'node:fs'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import * as admin from '@zing/proto/http/admin'
import * as auth from '@zing/proto/http/auth'
import * as chat from '@zing/proto/http/chat'
import { ErrorBody } from '@zing/proto/http/errors'
import * as gateway from '@zing/proto/http/gateway'
import * as probes from '@zing/proto/http/probes'
import * as social from '@zing/proto/http/social'
import * as limits from '@zing/proto/limits'
import { Conversation, Message, TextMessage } from '@zing/proto/messages'
import { Match, Notification, PublicProfile, User, UserSummary } from '@zing/proto/users'
import { type Docs, readDocs } from './read-docs.ts'

export interface Room {
  description: string
  /** By the name of the export. */
  endpoints: Record<string, AnyEndpoint>
}

/** Every call of the product, by who answers it. */
export const rooms: Record<string, Room> = {
  auth: { description: 'Accounts, sessions, photos', endpoints: auth },
  social: { description: 'People, likes, matches, notifications', endpoints: social },
  chat: { description: 'Conversations, messages, blocks', endpoints: chat },
  admin: { description: 'PIN, totals, reset: for administrators only', endpoints: admin },
  gateway: {
    description: 'What the client needs to know, and whether all is well',
    endpoints: { ...gateway, ...probes },
  },
}

/** Shapes that more than one call or frame uses: they have a name in the references. */
export const httpShapes = { User, PublicProfile, Match, Notification, TextMessage, Message, Conversation, ErrorBody }
export const frameShapes = { UserSummary, Notification, TextMessage, Message }

/** The doc comments of these files of proto. Limits that they name stand in them as numbers. */
export function docsOf(files: string[]): Docs {
  const sources = files.map((file) => readFileSync(new URL(file, PROTO), 'utf8'))
  const entries = sources.flatMap((source) => [...readDocs(source)])
  return new Map(entries.map(([subject, text]) => [subject, text.replace(/\b[A-Z]+_[A-Z_]+\b/g, inNumbers)]))
}

function inNumbers(name: string): string {
  return String(Object.entries(limits).find(([limit]) => limit === name)?.[1] ?? name)
}

export const HTTP_SOURCES = ['auth', 'social', 'chat', 'admin', 'gateway', 'probes', 'errors'].map(
  (name) => `http/${name}.ts`,
)
export const SHAPE_SOURCES = ['users.ts', 'messages.ts']

const PROTO = new URL('../../../proto/src/', import.meta.url)
