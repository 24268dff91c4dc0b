import type { PackageMutants } from './mutant.ts'

/** Breaks of what all services share: events, work and deadlines. */
export const KIT: PackageMutants = {
  package: 'packages/kit',
  mutants: [
    {
      name: 'event-dropped-on-error',
      breaks: ['INV-7'],
      focus: 'event-links',
      edits: [{ in: 'publishAll', call: 'publish', by: (call) => `await ${call}.catch(() => {})` }],
    },
    {
      name: 'removed-before-published',
      breaks: ['INV-3', 'INV-7', 'INV-9'],
      edits: [
        { in: 'publishAll', call: 'published.push', by: () => '' },
        { in: 'publishAll', call: 'publish', by: (call) => `published.push(entry.id)\n await ${call}` },
      ],
    },
    {
      name: 'work-acknowledged-first',
      breaks: ['INV-7'],
      focus: 'web-pushes',
      edits: [{ in: 'consumeWork', call: 'schema.safeParse', by: (call) => `(message.ack(), ${call})` }],
    },
    {
      name: 'acknowledged-before-handled',
      breaks: ['INV-3', 'INV-7', 'INV-9'],
      edits: [{ in: 'consumeEvents', call: 'schema.safeParse', by: (call) => `(message.ack(), ${call})` }],
    },
    {
      name: 'acknowledged-on-error',
      breaks: ['INV-3', 'INV-7', 'INV-9'],
      edits: [
        {
          in: 'createEventProcessor',
          find: "nats.log.warn({ err, subject: message.subject, failures }, 'event failed, will be retried')",
          replace: 'return message.ack()',
        },
      ],
    },
    {
      name: 'deadline-ignored',
      breaks: ['INV-1', 'INV-3', 'INV-5', 'INV-6'],
      scale: 'two',
      focus: 'late-requests',
      edits: [
        { in: 'withDeadline', find: 'if (deadline > performance.now()) return', replace: 'if (deadline) return' },
        { in: 'ensureInTime', begins: 'return' },
      ],
    },
  ],
}
