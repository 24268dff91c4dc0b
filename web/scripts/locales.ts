import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { catalogueFile, languages, print, readCatalogue, updated } from './locales/catalogues.ts'
import { extractTexts } from './locales/extract.ts'
import { faultsOf } from './locales/faults.ts'
import { LANGUAGES_FILE, languagesModule } from './locales/languages-module.ts'
import { serverCatalogue, serverFile } from './locales/server-catalogue.ts'

// Writes every text of the product into web/locales/*.po, and what follows from these files. Lists what is missing and
// what was unused. With --check it changes nothing, and fails if a text is missing or faulty, or a file would change.

const isCheck = process.argv.includes('--check')
const texts = await extractTexts()
const written: [file: string, content: string][] = [[LANGUAGES_FILE, languagesModule(languages())]]
let isFaulty = false

for (const language of languages()) {
  const old = await readCatalogue(language)
  const next = updated(old, texts, language)
  const unused = Object.keys(old).filter((id) => !texts.has(id))
  const missing = Object.values(next).filter(({ translation }) => !translation)
  const faulty = Object.values(next).flatMap(({ message = '', translation }) => {
    const faults = translation ? faultsOf(message, translation, language) : []
    return faults.length > 0 ? [`${translation}: ${faults.join(', ')}`] : []
  })
  console.log(`${language}: ${texts.size} texts, ${missing.length} missing, ${unused.length} unused`)
  for (const { message } of missing) console.log(`  missing: ${message}`)
  for (const id of unused) console.log(`  unused: ${old[id]?.message ?? id}`)
  for (const fault of faulty) console.log(`  faulty: ${fault}`)
  written.push([catalogueFile(language), await print(next, language)], [serverFile(language), serverCatalogue(next)])
  isFaulty ||= missing.length > 0 || faulty.length > 0
}
const stale = written.filter(([file, content]) => !existsSync(file) || readFileSync(file, 'utf8') !== content)
for (const [file, content] of stale) {
  if (isCheck) console.log(`npm run locales would change ${file}`)
  else writeFileSync(file, content)
}
process.exit(isCheck && (isFaulty || stale.length > 0) ? 1 : 0)
