/**
 * Options of Node for the young generation of the heap, measured in
 * docs/decisions/0087-what-is-short-lived-is-allocated-young.md: a larger one, and no allocation in the old one.
 */
export const HEAP_OPTIONS = ['--max-semi-space-size=32', '--no-allocation-site-pretenuring']
