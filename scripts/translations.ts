// npm run translations -- <language>: prepares the files of a language for its translators, such as frontend/src/messages/fr.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { englishTexts } from '@thirty/contracts/languages/texts-by-language.ts'
import { languages } from '@thirty/contracts/languages/languages.ts'
import { extractMessages, textsByKey } from '../frontend/build/i18n/extract.ts'
import type { Groups } from '../frontend/build/i18n/extract.ts'
import { languagesFolder, messagesFolder, readMessages } from '../frontend/build/i18n/message-files.ts'
import { root } from './child-process.mjs'

const [code] = process.argv.slice(2)
const [english] = languages
if (code === undefined || !/^[a-z]{2}(-[A-Z]{2})?$/.test(code) || code === english.code) {
  console.error('Name the language to translate into, such as: npm run translations -- fr')
  process.exitCode = 2
} else {
  extract(messagesFolder, readMessages(english))
  extract(languagesFolder, textsByKey(englishTexts))
}

function extract(folder: string, english: Readonly<Record<string, string>>): void {
  const file = join(folder, `${code}.json`)
  const translations = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Groups) : {}
  const { groups, untranslated } = extractMessages(english, translations)
  writeFileSync(file, `${JSON.stringify(groups, null, 2)}\n`)
  console.log(`${relative(root, file)} has every text. As in English: ${untranslated.length}`)
  for (const key of untranslated) console.log(`  ${key}`)
}
