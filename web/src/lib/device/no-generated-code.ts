import { config } from 'zod/mini'

// The CSP forbids the code that zod would generate. Imported before any schema, because schemas read it when created.
config({ jitless: true })
