import { firstMessage } from '@zing/kit/errors'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { reportCsp } from '@zing/proto/http/csp-reports'
import { CSP_REPORT_MAX_BYTES } from '@zing/proto/limits'
import express, { type Express, type RequestHandler } from 'express'
import type { Ctx } from '../context.ts'
import { clientAddress } from './client-address.ts'
import { rejectRequest } from './reject-request.ts'
import { declaredTooLarge } from './request-body.ts'

const MAX_REPORTS = 10
const MAX_CHARACTERS = 200

type Violation = Record<'directive' | 'document' | 'blocked' | 'source', string | undefined> & {
  line: number | undefined
}

/**
 * Logs the reports of browsers about the content security policy. Any client can send them, so few are logged, short and
 * without queries.
 */
export function serveCspReports(app: Express, { config, rateLimits, logSecurity }: Ctx): void {
  const types = [...(reportCsp.bodyMedia ?? [])]

  const accept: RequestHandler = async (req, res, next) => {
    res.locals.endpoint = reportCsp
    const sizeError = declaredTooLarge(req, reportCsp)
    if (sizeError) return rejectRequest(req, res, sizeError)
    await rateLimits.consume(reportCsp, { address: clientAddress(req, config.TRUST_PROXY) })
    if (!req.is(types)) throw errors.notJson()
    next()
  }
  app.post(reportCsp.path, accept, express.json({ type: types, limit: CSP_REPORT_MAX_BYTES }), (req, res) => {
    const reports = reportCsp.body?.safeParse(req.body)
    if (!reports?.success) throw errors.invalidRequest(reports && { message: firstMessage(reports.error) })
    const address = clientAddress(req, config.TRUST_PROXY)
    for (const violation of violationsOf(reports.data)) logSecurity('csp_violation', { address, ...violation })
    res.status(reportCsp.status).end()
  })
}

function violationsOf(reports: BodyOf<typeof reportCsp>): Violation[] {
  if (!Array.isArray(reports)) {
    const report = reports['csp-report']
    return [
      {
        directive: short(report['effective-directive'] ?? report['violated-directive']),
        document: withoutQuery(report['document-uri']),
        blocked: withoutQuery(report['blocked-uri']),
        source: withoutQuery(report['source-file']),
        line: report['line-number'] ?? undefined,
      },
    ]
  }
  const bodies = reports.flatMap(({ type, body }) => (type === 'csp-violation' && body ? [body] : []))
  return bodies.slice(0, MAX_REPORTS).map((body) => ({
    directive: short(body.effectiveDirective),
    document: withoutQuery(body.documentURL),
    blocked: withoutQuery(body.blockedURL),
    source: withoutQuery(body.sourceFile),
    line: body.lineNumber ?? undefined,
  }))
}

/**
 * Removes query and fragment of an address. Keeps only the scheme of `data:` and similar ones, and words such as `inline`.
 */
function withoutQuery(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return short(text?.split(/[?#]/)[0])
  const { origin, protocol, pathname } = new URL(text)
  return short(origin === 'null' ? protocol : `${origin}${pathname}`)
}

function short(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS)
}
