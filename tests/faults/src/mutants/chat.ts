import type { PackageMutants } from './mutant.ts'

const unawaited = (call: string) => `void ${call}.catch(() => {})`

/** Breaks of messages, receipts, blocks, reactions and pushes. */
export const CHAT: PackageMutants = {
  package: 'services/chat',
  mutants: [
    // messages
    {
      name: 'removed-before-copied',
      breaks: ['INV-4'],
      edits: [{ in: 'flushPending', call: 'insert', by: (call) => `setTimeout(() => ${unawaited(call)}, 300)` }],
    },
    {
      name: 'failed-bytes-ignored',
      breaks: ['INV-1'],
      focus: 'media',
      edits: [{ in: 'storeUpload', call: 'put', by: (call) => `${call}.catch(() => {})` }],
    },
    {
      name: 'keys-forgotten',
      breaks: ['INV-2'],
      edits: [{ in: 'toCommit', find: '...(message.key && { recent: { $nin: [message.key] } }),', replace: '' }],
    },
    {
      name: 'push-before-commit',
      breaks: ['INV-9'],
      edits: [
        {
          in: 'storeMessage',
          call: 'commit',
          by: (call) =>
            `(async () => { const early = await readConversation(ctx, message.senderId, sending.receiverId); if (early) ctx.push(sending.receiverId, message.senderId, { type: 'NEW_MESSAGE', message: { kind: 'text', id: message.id, seq: early.seq + 1, senderId: message.senderId, receiverId: sending.receiverId, content: message.content, createdAt: message.createdAt.toISOString(), read: false, status: 'sent' } }); return ${call} })()`,
        },
      ],
    },
    {
      name: 'rejected-commit-confirmed',
      breaks: ['INV-1', 'INV-2'],
      edits: [
        {
          in: 'storeMessage',
          call: 'commit',
          by: (call) =>
            `(async () => (await ${call}) ?? (await readConversation(ctx, message.senderId, sending.receiverId)))()`,
        },
      ],
    },
    {
      name: 'block-not-in-filter',
      breaks: ['INV-10'],
      edits: [{ in: 'toCommit', property: "'blockedBy.0'", by: () => '' }],
    },
    {
      name: 'pages-without-pending',
      breaks: ['INV-1', 'INV-4'],
      edits: [{ in: 'readRange', call: 'withSeq', by: () => '[]' }],
    },
    {
      name: 'pages-in-random-order',
      breaks: ['INV-4'],
      edits: [{ in: 'readRange', find: 'a.seq - b.seq', replace: 'Math.random() - 0.5' }],
    },
    {
      name: 'pages-by-clock',
      breaks: ['INV-4'],
      scale: 'two', // one process commits in the order of its clock
      edits: [{ in: 'readRange', find: 'a.seq - b.seq', replace: 'Number(a.createdAt) - Number(b.createdAt)' }],
    },
    {
      name: 'pages-beyond-seq',
      breaks: ['INV-4'],
      scale: 'two',
      edits: [
        {
          in: 'rangeOf',
          find: 'Math.min(seq, (before ?? seq + 1) - 1)',
          replace: '(before ?? seq + 3) - 1',
        },
      ],
    },
    {
      name: 'flush-clears-pending',
      breaks: ['INV-1', 'INV-4'],
      edits: [
        {
          in: 'flushPending',
          find: '{ $pull: { pending: { id: { $in: pending.map(({ id }) => id) } } } }',
          replace: '{ $set: { pending: [] } }',
        },
      ],
    },
    {
      name: 'sent-before-commit',
      breaks: ['INV-1', 'INV-4'],
      edits: [
        {
          in: 'storeMessage',
          call: 'commit',
          by: (call) =>
            `(async () => { const before = await readConversation(ctx, message.senderId, sending.receiverId); ${unawaited(call)}; return before && { ...before, seq: before.seq + 1, pending: [] } })()`,
        },
      ],
    },
    {
      name: 'one-recent-key',
      breaks: ['INV-2'],
      edits: [{ in: 'RECENT_KEYS', find: '= 200', replace: '= 1' }],
    },
    {
      name: 'stored-keys-not-looked-up',
      breaks: ['INV-2', 'INV-6'],
      edits: [
        {
          in: 'storeMessage',
          find: 'await findStored(ctx, pairKey(message.senderId, sending.receiverId), message.key)',
          replace: 'null',
        },
      ],
    },
    {
      name: 'claims-without-bound',
      breaks: ['INV-2', 'INV-6'],
      edits: [{ in: 'stateFor', call: 'seqsWithKnownKeys', by: () => '{ $gte: 0 }' }],
    },
    // receipts
    {
      name: 'delivered-when-sent',
      breaks: ['INV-5'],
      edits: [{ in: 'statusOf', find: ": 'sent'", replace: ": 'delivered'" }],
    },
    {
      name: 'watermarks-set',
      breaks: ['INV-1', 'INV-5'],
      edits: [{ in: 'operationOf', find: '$max:', replace: '$set:' }],
    },
    {
      name: 'late-read-takes-all',
      breaks: ['INV-1', 'INV-5', 'INV-7'],
      edits: [
        {
          in: 'markRead',
          find: 'const { _id, seq, received, read } = conversation',
          replace:
            'await new Promise((resolve) => setTimeout(resolve, 50)); const { received } = await ctx.models.Conversation.findById(conversation._id).orFail().lean(); const { _id, seq, read } = conversation',
        },
      ],
    },
    {
      name: 'read-without-count',
      breaks: ['INV-1', 'INV-7'],
      edits: [{ in: 'markRead', find: 'received[side] - newer', replace: 'conversation.seen[side]' }],
    },
    {
      name: 'read-beyond-what-is-shown',
      breaks: ['INV-1', 'INV-5'],
      edits: [{ in: 'markRead', call: 'Math.min', by: () => 'seq' }],
    },
    {
      name: 'read-mark-not-stored',
      breaks: ['INV-1'],
      edits: [{ in: 'readMessages', call: 'markRead', by: () => 'undefined' }],
    },
    {
      name: 'read-before-write',
      breaks: ['INV-1', 'INV-5'],
      edits: [{ in: 'readMessages', call: 'markRead', by: unawaited }],
    },
    // blocks
    {
      name: 'block-before-write',
      breaks: ['INV-1', 'INV-7', 'INV-10'],
      edits: [{ in: 'blockUser', find: 'await write().catch(', replace: 'void write().catch(() => {}); (() => {})(' }],
    },
    {
      name: 'typing-across-block',
      breaks: ['INV-10'],
      edits: [{ in: 'showTyping', call: 'isOpen', by: () => 'true' }],
    },
    {
      name: 'receipts-across-block',
      breaks: ['INV-10'],
      edits: [
        { in: 'readRaises', call: 'isOpen', by: () => 'true' },
        { in: 'operationOf', find: ", 'blockedBy.0': { $exists: false }", replace: '' },
      ],
    },
    {
      name: 'blocked-conversation-listed',
      breaks: ['INV-10', 'INV-7'],
      edits: [{ in: 'openOf', find: '...OPEN', replace: 'matched: true' }],
    },
    // reactions
    {
      name: 'reaction-confirmed-before-write',
      breaks: ['INV-1', 'INV-7', 'INV-9'],
      edits: [
        {
          in: 'setReaction',
          call: 'write',
          by: (call) =>
            `await ctx.models.raw.reactions.findOne({ _id: messageId }); ${unawaited(call)}; if (!stored) return`,
        },
      ],
    },
    {
      name: 'reactions-by-arrival',
      breaks: ['INV-1'],
      scale: 'two',
      focus: 'late-writes',
      isRarelyFound: true,
      edits: [{ in: 'write', find: '{ $lt: turn }', replace: '{ $gte: 0 }' }],
    },
    // pushes
    {
      name: 'unseen-not-marked-after-crash',
      breaks: ['INV-7'],
      focus: 'chat-kills',
      edits: [
        {
          in: 'createPendingFlusher',
          find: 'of stale) schedule(conversation)',
          replace:
            'of stale) schedule({ ...conversation, delivered: { lo: conversation.seq, hi: conversation.seq }, read: { lo: conversation.seq, hi: conversation.seq } })',
        },
      ],
    },
    {
      name: 'return-not-broadcast',
      breaks: ['INV-9'],
      scale: 'two',
      focus: 'push-links',
      edits: [
        { in: 'createPushHealth', find: 'if (connections.all().length > 0) scheduleRestore()', replace: '' },
        {
          in: 'createPushHealth',
          find: 'hasLostPushes = false broadcast(nats, pushRestored, {})',
          replace: 'hasLostPushes = false',
        },
      ],
    },
    {
      name: 'match-state-by-arrival',
      breaks: ['INV-7', 'INV-9'],
      edits: [{ in: 'write', find: ', matchRev: { $lt: rev }', replace: '' }],
    },
    {
      name: 'messages-pushed-to-one',
      breaks: ['INV-9'],
      scale: 'two',
      focus: 'pushes',
      edits: [{ in: 'createPush', call: 'publishTo', by: (call) => `frame.type === 'NEW_MESSAGE' || ${call}` }],
    },
    {
      name: 'no-other-process',
      breaks: ['INV-9'],
      scale: 'two',
      focus: 'pushes',
      edits: [{ in: 'createPeers', find: '!hasWaited || isDeaf || peers.size > 0', replace: 'false' }],
    },
  ],
}
