import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { reportCsp } from '@zing/proto/http/csp-reports'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const REPORTS = 'csp'

/** Header values by name, for `res.setHeaders`. */
export type SecurityHeaders = Map<string, string>

/**
 * Returns CSP and the other security headers of every response (SEC-36, SEC-74). Only our own origin may use camera and
 * microphone.
 */
export function createSecurityHeaders({ PUBLIC_ORIGINS, COOKIE_SECURE }: Config): SecurityHeaders {
  const sockets = PUBLIC_ORIGINS.map((origin) => origin.replace(/^http/, 'ws'))
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'media-src': ["'self'", 'blob:'], // a recording is heard before it is sent
        'connect-src': ["'self'", ...sockets],
        'style-src': ["'self'", "'unsafe-inline'"], // inline styles move elements that follow a finger
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
  // helmet is a handler that sets the same headers on each response
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  headers(req, res, () => {})
  res.setHeader('Permissions-Policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()')
  res.setHeader('Reporting-Endpoints', `${REPORTS}="${reportCsp.path}"`)
  return new Map(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]))
}
