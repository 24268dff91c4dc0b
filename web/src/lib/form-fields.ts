import { z } from 'zod/mini'

/** A text field that has words of its own for "empty"; the contract's rule says the rest. */
export function filled<S extends z.ZodMiniType<string, string>>(required: string, rule: S) {
  return z.pipe(z.string().check(z.minLength(1, required)), rule)
}

/** What was typed into a number field. Other text reaches the rule as it is, which refuses it in its own words. */
export function typedNumber<S extends z.ZodMiniType<number>>(rule: S) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text)),
      rule,
    ),
  )
}
