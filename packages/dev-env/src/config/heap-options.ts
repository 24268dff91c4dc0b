/**
 * Options of Node that keep short-lived objects in the young generation of the heap (decision 0087). The image has the same
 * options (deploy/docker/service.Dockerfile).
 */
export const HEAP_OPTIONS = [
  '--max-semi-space-size=32', // a larger young generation
  '--no-allocation-site-pretenuring', // objects start young, even if earlier ones of their kind lived long
]
