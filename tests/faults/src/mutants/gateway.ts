import type { Mutant } from './mutant.ts'

/** Breaks of the gateway: sessions, origins, repetition. */
export const GATEWAY_MUTANTS: Mutant[] = [
  {
    name: 'post-repeated',
    breaks: ['INV-2', 'INV-6'],
    focus: 'message-links',
    edits: [
      {
        file: 'gateway/src/proxy/upstream.ts',
        find: "return req.method === 'GET' && !isRepeated",
        replace: 'return !isRepeated',
      },
    ],
  },
  {
    name: 'post-repeated-after-timeout',
    breaks: ['INV-2', 'INV-6'],
    focus: 'message-links',
    edits: [
      {
        file: 'gateway/src/proxy/upstream.ts',
        find: "      fail(new Error('no response before the deadline'), call.req, call.res)\n      call.proxyReq?.destroy()\n",
        replace:
          "      if (!call.isRepeated) {\n        call.isRepeated = true\n        call.deadline += 4_000\n        setTimeout(() => running.has(call.req) && fail(new Error('no response before the deadline'), call.req, call.res), 4_000)\n        return void send(call.req, call.res)\n      }\n      fail(new Error('no response before the deadline'), call.req, call.res)\n      call.proxyReq?.destroy()\n",
      },
    ],
  },
  {
    name: 'origin-unchecked',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'gateway/src/protection/origin.ts',
        find: 'return headers.origin === undefined || origins.includes(headers.origin)',
        replace: 'return origins.length > 0',
      },
    ],
  },
  {
    name: 'origin-by-prefix',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'gateway/src/protection/origin.ts',
        find: 'origins.includes(headers.origin)',
        replace: 'origins.some((origin) => headers.origin?.startsWith(origin))',
      },
    ],
  },
  {
    name: 'site-unchecked',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'gateway/src/protection/origin.ts',
        find: 'if (site !== undefined && !OWN_SITES.has(String(site))) return false',
        replace: "if (site === '') return false",
      },
    ],
  },
  {
    name: 'session-signature-unchecked',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'gateway/src/sessions/session-token.ts',
        find: "const claims = jwt.verify(token, secret, {\n      algorithms: ['HS256'],\n      issuer: SESSION_ISSUER,\n      audience: SESSION_AUDIENCE,\n    })",
        replace: 'const claims = jwt.decode(token)',
      },
    ],
  },
]
