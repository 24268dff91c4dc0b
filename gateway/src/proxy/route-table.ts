import type { AnyEndpoint } from '@zing/proto/endpoint'
import { endpointsOf, ROUTED_SERVICES, type RoutedService } from '@zing/proto/routes'

export interface Route {
  service: RoutedService
  endpoint: AnyEndpoint
}

interface Entry extends Route {
  pattern: RegExp
}

export type FoundRoute = Route | { allow: string[] } | null

// A segment of a canonical path, without percent-encoding (SEC-05).
const SEGMENT = '[A-Za-z0-9._~-]+'

const entries: Entry[] = ROUTED_SERVICES.flatMap((service) =>
  endpointsOf[service].map((endpoint) => ({
    service,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, SEGMENT)}$`),
  })),
)

/** Most calls have a path without parameters; these are by method and path. */
const literal = new Map<string, Route>(
  entries
    .filter(({ endpoint }) => !endpoint.path.includes('{'))
    .map(({ service, endpoint }) => [`${endpoint.method} ${endpoint.path}`, { service, endpoint }]),
)

/** Other calls are grouped by the first two segments, which are never parameters. A search compares one group only. */
const groups = Map.groupBy(entries, ({ endpoint }) => groupOf(endpoint.path))

/** Returns the route of a call, the allowed methods of its path, or null for an unknown path. */
export function findRoute(method: string, path: string): FoundRoute {
  return literal.get(`${method} ${path}`) ?? findByPattern(method, path)
}

function findByPattern(method: string, path: string): FoundRoute {
  const matching = groups.get(groupOf(path))?.filter(({ pattern }) => pattern.test(path)) ?? []
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = matching.find(({ endpoint }) => endpoint.method === wanted)
  if (route) return route
  return matching.length > 0 ? { allow: matching.map(({ endpoint }) => endpoint.method) } : null
}

/** The group of `/api/messages/7/read` is `/api/messages`. */
function groupOf(path: string): string {
  return path.split('/', 3).join('/')
}
