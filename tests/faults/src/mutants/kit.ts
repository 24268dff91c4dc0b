import type { Mutant } from './mutant.ts'

/** Breaks of what all services share: events and deadlines. */
export const KIT_MUTANTS: Mutant[] = [
  {
    name: 'work-acknowledged-first',
    breaks: ['INV-7'],
    focus: 'web-pushes',
    edits: [
      {
        file: 'packages/kit/src/nats/work-queue.ts',
        find: '    const work = handler.schema.safeParse(decodeOrUndefined(message.data))\n',
        replace: '    message.ack()\n    const work = handler.schema.safeParse(decodeOrUndefined(message.data))\n',
      },
    ],
  },
  {
    name: 'acknowledged-before-handled',
    breaks: ['INV-3', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'packages/kit/src/nats/event-consumer.ts',
        find: '    const parsed = handler.schema.safeParse(decodeOrUndefined(message.data))\n',
        replace: '    message.ack()\n    const parsed = handler.schema.safeParse(decodeOrUndefined(message.data))\n',
      },
    ],
  },
  {
    name: 'acknowledged-on-error',
    breaks: ['INV-3', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'packages/kit/src/nats/event-processor.ts',
        find: "        nats.log.warn({ err, subject: message.subject, failures }, 'event failed, will be retried')\n",
        replace: '        return message.ack()\n',
      },
    ],
  },
  {
    name: 'removed-before-published',
    breaks: ['INV-3', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'packages/kit/src/nats/relay.ts',
        find: '      await publish(entry)\n      outboxLag.observe(ageOf(entry))\n      published.push(entry.id)\n',
        replace: '      published.push(entry.id)\n      await publish(entry)\n',
      },
    ],
  },
  {
    name: 'deadline-ignored',
    breaks: ['INV-1', 'INV-3', 'INV-5', 'INV-6'],
    scale: 'two',
    focus: 'late-requests',
    edits: [
      {
        file: 'packages/kit/src/timing/deadline.ts',
        find: 'if (deadline > performance.now()) return',
        replace: 'if (deadline) return',
      },
      {
        file: 'packages/kit/src/timing/deadline.ts',
        find: 'if (!reason) return',
        replace: 'if (reason !== undefined) return',
      },
    ],
  },
]
