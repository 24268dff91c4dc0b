import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as limits from '../rate-limits.ts'

const CspReport = z.object({
  'document-uri': z.optional(z.string()),
  'effective-directive': z.optional(z.string()),
  'violated-directive': z.optional(z.string()),
  'blocked-uri': z.optional(z.string()),
  'source-file': z.optional(z.nullable(z.string())),
  'line-number': z.optional(z.nullable(z.number())),
})

/** A report of the Reporting API, which sends several reports at once, also of other kinds. */
const Report = z.object({
  type: z.string(),
  body: z.optional(
    z.object({
      documentURL: z.optional(z.string()),
      effectiveDirective: z.optional(z.string()),
      blockedURL: z.optional(z.string()),
      sourceFile: z.optional(z.nullable(z.string())),
      lineNumber: z.optional(z.nullable(z.number())),
    }),
  ),
})

/** Accepts browsers' reports of violations of the content security policy, in both formats. */
export const reportCsp = endpoint({
  method: 'POST',
  path: '/csp-reports',
  access: 'public',
  limits: [limits.cspReports],
  body: z.union([z.object({ 'csp-report': CspReport }), z.array(Report)]),
  bodyMedia: ['application/csp-report', 'application/reports+json'],
})
