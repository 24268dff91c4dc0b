import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { catalogueFile, languages, print, readCatalogue, updated } from './locales/catalogues.ts'
import { extractTexts } from './locales/extract.ts'

// Writes every text of the product into web/locales/*.po, and lists what is missing. With --check it changes nothing
// and fails if a file would change or lacks a text.

const isCheck = process.argv.includes('--check')
const texts = await extractTexts()
let isFaulty = false

for (const language of languages()) {
  const old = await readCatalogue(language)
  const next = updated(old, texts, language)
  const unused = Object.keys(old).filter((id) => !texts.has(id))
  const missing = Object.values(next).filter(({ translation }) => !translation)
  console.log(`${language}: ${texts.size} texts, ${missing.length} missing, ${unused.length} unused`)
  for (const { message } of missing) console.log(`  missing: ${message}`)
  for (const id of unused) console.log(`  unused: ${old[id]?.message ?? id}`)
  const file = catalogueFile(language)
  const content = await print(next, language)
  const isOld = !existsSync(file) || readFileSync(file, 'utf8') !== content
  if (isOld && !isCheck) writeFileSync(file, content)
  if (isOld && isCheck) console.log(`  ${language}.po is not up to date: npm run locales`)
  isFaulty ||= missing.length > 0 || (isCheck && isOld)
}
process.exit(isCheck && isFaulty ? 1 : 0)
