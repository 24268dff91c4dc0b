import type { AnyEndpoint } from './endpoint.ts'
import * as account from './http/account.ts'
import * as auth from './http/auth.ts'
import * as chat from './http/chat.ts'
import * as discovery from './http/discovery.ts'
import * as door from './http/door.ts'
import * as exports from './http/exports.ts'
import * as media from './http/media.ts'
import * as passkeys from './http/passkeys.ts'
import * as photos from './http/photos.ts'
import * as places from './http/places.ts'
import * as push from './http/push.ts'
import * as reports from './http/reports.ts'
import * as social from './http/social.ts'
import * as admin from './http/staff/admin.ts'
import * as applications from './http/staff/applications.ts'
import * as dashboard from './http/staff/dashboard.ts'
import * as moderation from './http/staff/moderation.ts'
import * as settings from './http/staff/settings.ts'
import * as setup from './http/staff/setup.ts'
import * as verifications from './http/staff/verifications.ts'
import * as suspended from './http/suspended.ts'
import * as verification from './http/verification.ts'
import type { ServiceName } from './processes.ts'

/** The endpoints below /api by service, literal paths before patterns. It is the gateway's route table. */
export const endpointsOf = {
  auth: literalsFirst([
    ...Object.values(auth),
    ...Object.values(account),
    ...Object.values(door),
    ...Object.values(passkeys),
    ...Object.values(exports),
    ...Object.values(suspended),
    ...Object.values(photos),
    ...Object.values(places),
    ...Object.values(setup),
    ...Object.values(verification),
  ]),
  social: literalsFirst([...Object.values(social), ...Object.values(discovery), ...Object.values(push)]),
  chat: literalsFirst([...Object.values(chat), ...Object.values(media)]),
  admin: literalsFirst([
    ...Object.values(admin),
    ...Object.values(dashboard),
    ...Object.values(settings),
    ...Object.values(reports),
    ...Object.values(moderation),
    ...Object.values(applications),
    ...Object.values(verifications),
  ]),
} satisfies Partial<Record<ServiceName, AnyEndpoint[]>>

/** A service with endpoints: the gateway connects to it. */
export type RoutedService = keyof typeof endpointsOf
export const ROUTED_SERVICES = Object.keys(endpointsOf) as RoutedService[] // its own keys, as declared above

/** The variable of the gateway that lists the addresses of a service. */
export function addressVariable<S extends RoutedService>(service: S): `${Uppercase<S>}_URL` {
  return `${service.toUpperCase() as Uppercase<S>}_URL`
}

function literalsFirst(endpoints: AnyEndpoint[]): AnyEndpoint[] {
  return endpoints.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
}
