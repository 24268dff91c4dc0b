import { readFileSync } from 'node:fs'
import { Passkey } from '@zing/proto/accounts/passkeys'
import { UserRole } from '@zing/proto/accounts/roles'
import { AccountSession } from '@zing/proto/accounts/sessions'
import { Dashboard, Meetings, SignUps, Talks, Workload } from '@zing/proto/community/dashboard'
import { Application, Invitation } from '@zing/proto/community/door'
import { Palette, Settings } from '@zing/proto/community/settings'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import * as account from '@zing/proto/http/account'
import * as auth from '@zing/proto/http/auth'
import * as chat from '@zing/proto/http/chat'
import * as clientConfig from '@zing/proto/http/client-config'
import * as community from '@zing/proto/http/community'
import * as cspReports from '@zing/proto/http/csp-reports'
import * as discovery from '@zing/proto/http/discovery'
import * as door from '@zing/proto/http/door'
import { ErrorBody } from '@zing/proto/http/errors'
import * as exports from '@zing/proto/http/exports'
import * as media from '@zing/proto/http/media'
import * as passkeys from '@zing/proto/http/passkeys'
import * as photos from '@zing/proto/http/photos'
import * as places from '@zing/proto/http/places'
import * as probes from '@zing/proto/http/probes'
import * as push from '@zing/proto/http/push'
import * as reports from '@zing/proto/http/reports'
import * as social from '@zing/proto/http/social'
import * as admin from '@zing/proto/http/staff/admin'
import * as applications from '@zing/proto/http/staff/applications'
import * as dashboard from '@zing/proto/http/staff/dashboard'
import * as moderation from '@zing/proto/http/staff/moderation'
import * as settings from '@zing/proto/http/staff/settings'
import * as setup from '@zing/proto/http/staff/setup'
import * as verifications from '@zing/proto/http/staff/verifications'
import * as suspended from '@zing/proto/http/suspended'
import * as verification from '@zing/proto/http/verification'
import * as limits from '@zing/proto/limits'
import { Conversation, DeletedMessage, Message, PhotoMessage, TextMessage, VoiceMessage } from '@zing/proto/messages'
import { AuditEntry } from '@zing/proto/moderation/audit-log'
import {
  CaseNote,
  CaseReport,
  CaseSummary,
  Claim,
  ModerationCase,
  PastCase,
  ReporterRecord,
} from '@zing/proto/moderation/cases'
import { Decision, Suspension } from '@zing/proto/moderation/decisions'
import { Evidence, EvidenceProfile, ShownEvidenceMessage } from '@zing/proto/moderation/evidence'
import { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { OwnVerification, VerificationSigns } from '@zing/proto/moderation/verification'
import { Notification } from '@zing/proto/notifications'
import { PromptAnswer } from '@zing/proto/profile-fields'
import { Photo } from '@zing/proto/profiles/story'
import { Match, PastMatch, PublicProfile, User, UserSummary } from '@zing/proto/profiles/users'
import { PushDevice, QuietHours } from '@zing/proto/web-push'
import { formatLimit } from './format-limit.ts'
import { type Docs, readDocs } from './references/read-docs.ts'

export interface Service {
  description: string
  endpoints: Record<string, AnyEndpoint>
}

/** Every endpoint, by the service that owns it. */
export const services: Record<string, Service> = {
  auth: {
    description: 'Accounts, sessions, photos, invitations',
    endpoints: {
      ...auth,
      ...account,
      ...door,
      ...passkeys,
      ...exports,
      ...suspended,
      ...photos,
      ...places,
      ...setup,
      ...verification,
    },
  },
  social: {
    description: 'Profiles, likes, matches, notifications, Web Push',
    endpoints: { ...social, ...discovery, ...push },
  },
  chat: { description: 'Conversations, messages, media, blocks', endpoints: { ...chat, ...media } },
  admin: {
    description: 'Settings; PIN, totals, reset and roles, for administrators; reports, moderation and appeals',
    endpoints: { ...admin, ...settings, ...dashboard, ...reports, ...moderation, ...applications, ...verifications },
  },
  gateway: {
    description: 'The community, client configuration, reports of browsers and health probes',
    endpoints: { ...clientConfig, ...community, ...cspReports, ...probes },
  },
}

/** Shapes that several endpoints or frames share; the references list them by name. */
export const httpShapes = {
  User,
  Application,
  Invitation,
  AccountSession,
  Passkey,
  OwnVerification,
  Photo,
  PromptAnswer,
  PublicProfile,
  Match,
  Notification,
  TextMessage,
  PhotoMessage,
  VoiceMessage,
  DeletedMessage,
  Message,
  Conversation,
  PastMatch,
  PushDevice,
  QuietHours,
  UserRole,
  ModeratedUser,
  ReporterRecord,
  Claim,
  CaseSummary,
  ModerationCase,
  CaseReport,
  Evidence,
  EvidenceProfile,
  EvidenceMessage: ShownEvidenceMessage,
  Decision,
  CaseNote,
  PastCase,
  AuditEntry,
  VerificationSigns,
  Settings,
  Palette,
  Dashboard,
  SignUps,
  Meetings,
  Talks,
  Workload,
  Suspension,
  ErrorBody,
}
export const frameShapes = {
  UserSummary,
  Notification,
  TextMessage,
  PhotoMessage,
  VoiceMessage,
  DeletedMessage,
  Message,
}

/** Reads the doc comments of these files of proto, with the names of limits replaced by their values. */
export function docsOf(files: string[]): Docs {
  const sources = files.map((file) => readFileSync(new URL(file, PROTO), 'utf8'))
  const entries = sources.flatMap((source) => [...readDocs(source)])
  return new Map(entries.map(([subject, text]) => [subject, text.replace(/\b[A-Z]+_[A-Z_]+\b/g, withLimit)]))
}

function withLimit(name: string): string {
  const value = Object.entries(limits).find(([limit]) => limit === name)?.[1]
  return typeof value === 'number' ? formatLimit(name, value) : name
}

export const HTTP_SOURCES = [
  'auth',
  'account',
  'door',
  'passkeys',
  'exports',
  'photos',
  'places',
  'social',
  'staff/setup',
  'suspended',
  'discovery',
  'staff/dashboard',
  'push',
  'chat',
  'media',
  'staff/admin',
  'staff/settings',
  'reports',
  'staff/moderation',
  'staff/applications',
  'verification',
  'staff/verifications',
  'client-config',
  'community',
  'csp-reports',
  'probes',
  'errors',
].map((name) => `http/${name}.ts`)
export const SHAPE_SOURCES = [
  'community/door',
  'community/dashboard',
  'profiles/users',
  'notifications',
  'profiles/story',
  'profile-fields',
  'accounts/sessions',
  'accounts/passkeys',
  'messages',
  'moderation/categories',
  'moderation/moderated-user',
  'moderation/decisions',
  'moderation/evidence',
  'moderation/cases',
  'moderation/held-messages',
  'moderation/audit-log',
  'moderation/verification',
  'community/settings',
  'accounts/roles',
  'web-push',
].map((name) => `${name}.ts`)

const PROTO = new URL('../../../proto/src/', import.meta.url)
