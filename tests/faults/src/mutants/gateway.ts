import type { PackageMutants } from './mutant.ts'

/** Breaks of the gateway: sessions, origins, repetition. */
export const GATEWAY: PackageMutants = {
  package: 'gateway',
  mutants: [
    {
      name: 'post-repeated',
      breaks: ['INV-2', 'INV-6'],
      focus: 'message-links',
      edits: [{ in: 'isRepeatable', find: "req.method === 'GET' && ", replace: '' }],
    },
    {
      name: 'post-repeated-after-timeout',
      breaks: ['INV-2', 'INV-6'],
      focus: 'message-links',
      edits: [
        {
          in: 'createUpstream',
          find: "fail(new Error('no response before the deadline'), call.req, call.res)",
          replace:
            "if (!call.isRepeated) {\n call.isRepeated = true\n call.deadline += 4_000\n setTimeout(() => running.has(call.req) && fail(new Error('no response before the deadline'), call.req, call.res), 4_000)\n return void send(call.req, call.res)\n }\n fail(new Error('no response before the deadline'), call.req, call.res)",
        },
      ],
    },
    {
      name: 'origin-unchecked',
      breaks: ['INV-10'],
      edits: [{ in: 'isOwnSite', call: 'origins.includes', by: () => 'true' }],
    },
    {
      name: 'origin-by-prefix',
      breaks: ['INV-10'],
      edits: [
        {
          in: 'isOwnSite',
          call: 'origins.includes',
          by: () => 'origins.some((origin) => headers.origin?.startsWith(origin))',
        },
      ],
    },
    {
      name: 'site-unchecked',
      breaks: ['INV-10'],
      edits: [{ in: 'isOwnSite', call: 'OWN_SITES.has', by: () => 'true' }],
    },
    {
      name: 'session-signature-unchecked',
      breaks: ['INV-10'],
      edits: [{ in: 'createSessionTokenReader', call: 'jwt.verify', by: () => 'jwt.decode(token)' }],
    },
  ],
}
