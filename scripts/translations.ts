// npm run translations -- <language>: prepares the file of a language for its translators, such as frontend/src/messages/fr.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractMessages } from '../frontend/build/i18n/extract.ts'
import type { Groups } from '../frontend/build/i18n/extract.ts'
import { messagesFolder, readMessages } from '../frontend/build/i18n/message-files.ts'
import { languages } from '../frontend/src/shared/i18n/languages.ts'

const [code] = process.argv.slice(2)
const [english] = languages
if (code === undefined || !/^[a-z]{2}(-[A-Z]{2})?$/.test(code) || code === english.code) {
  console.error('Name the language to translate into, such as: npm run translations -- fr')
  process.exitCode = 2
} else {
  const file = join(messagesFolder, `${code}.json`)
  const translations = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Groups) : {}
  const { groups, untranslated } = extractMessages(readMessages(english), translations)
  writeFileSync(file, `${JSON.stringify(groups, null, 2)}\n`)
  console.log(
    [`${file} has every message. As in English: ${untranslated.length}`, ...untranslated].join('\n'),
  )
}
