import type { AnyEndpoint } from '@zing/proto/endpoint'
import { endpointsOf, SERVICES, type ServiceName } from '@zing/proto/http/routes'

export interface Route {
  service: ServiceName
  endpoint: AnyEndpoint
}

interface Entry extends Route {
  pattern: RegExp
}

// One segment of a canonical path: nothing that could be decoded into something else (SEC-05).
const SEGMENT = '[A-Za-z0-9._~-]+'

const entries: Entry[] = SERVICES.flatMap((service) =>
  endpointsOf[service].map((endpoint) => ({
    service,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, SEGMENT)}$`),
  })),
)

/** The route of a call; the methods that the path would take; or null for a path that nobody owns. */
export function findRoute(method: string, path: string): Route | { allow: string[] } | null {
  const matching = entries.filter(({ pattern }) => pattern.test(path))
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = matching.find(({ endpoint }) => endpoint.method === wanted)
  if (route) return route
  return matching.length > 0 ? { allow: matching.map(({ endpoint }) => endpoint.method) } : null
}
