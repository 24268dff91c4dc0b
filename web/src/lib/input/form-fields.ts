import { z } from 'zod/mini'

/** Adds a form's own message for an empty field to a contract rule. */
export function requiredText<S extends z.ZodMiniType<string, string>>(message: () => string, rule: S) {
  return z.pipe(z.string().check(z.minLength(1, { error: message })), rule)
}

/** Parses a number field; other text reaches the rule unchanged, which rejects it with its own message. */
export function typedNumber<S extends z.ZodMiniType<number>>(rule: S) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text)),
      rule,
    ),
  )
}

/** Lets a text be left out; other text must follow the rule. */
export function optionalText(rule: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): string | undefined => (text.trim() === '' ? undefined : text)),
      z.optional(rule),
    ),
  )
}

/** An empty text is null; other text must follow the rule. */
export function textOrNull(rule: z.ZodMiniType<string | null, string | null>) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): string | null => (text.trim() === '' ? null : text)),
      rule,
    ),
  )
}
