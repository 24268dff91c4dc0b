/**
 * Options of Node that keep what is short-lived in the young generation of the heap (decision 0087). They are those of the
 * image too (deploy/docker/service.Dockerfile).
 */
export const HEAP_OPTIONS = [
  '--max-semi-space-size=32', // a larger young generation
  '--no-allocation-site-pretenuring', // nothing is allocated in the old one because its kind has lived long before
]
