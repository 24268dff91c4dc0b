import { config } from 'zod/mini'

// Our CSP forbids the code that zod would generate. Imported before any schema: they look when they are made.
config({ jitless: true })
