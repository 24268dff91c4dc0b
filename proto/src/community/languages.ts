// Written by `npm run locales`: one language for each file in web/locales.

/** Languages that the product speaks, by their tags in BCP 47. The first is the default. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr'] as const
