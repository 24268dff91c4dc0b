import { reportCsp } from '@zing/proto/http/csp-reports'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const REPORTS = 'csp'

/** Sets CSP and the other security headers (SEC-36, SEC-74); only our own origin may use the camera. */
export function securityHeaders({ PUBLIC_ORIGINS, COOKIE_SECURE }: Config): RequestHandler[] {
  const sockets = PUBLIC_ORIGINS.map((origin) => origin.replace(/^http/, 'ws'))
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'", ...sockets],
        'style-src': ["'self'", "'unsafe-inline'"], // Radix positions popups with inline styles
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'report-uri': [reportCsp.path], // for browsers without the Reporting API
        'report-to': [REPORTS],
        ...(COOKIE_SECURE && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: COOKIE_SECURE && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  const others: RequestHandler = (_req, res, next) => {
    res.set('Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()')
    res.set('Reporting-Endpoints', `${REPORTS}="${reportCsp.path}"`)
    next()
  }
  return [headers, others]
}
