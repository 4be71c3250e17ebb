import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import compile from 'icu-minify/compile'
import { parseSync } from 'vite'
import { languages } from '../../src/shared/i18n/languages.ts'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { accent, mirror } from './pseudo.ts'

export const frontend = join(import.meta.dirname, '../..')

const source = languages[0]

type Messages = Readonly<Record<string, string>>

/** Whether a file has the messages of a folder of the browser in the source language. */
export const isSourceFile = (file: string): boolean =>
  file.startsWith(frontend) &&
  basename(dirname(file)) === 'messages' &&
  basename(file) === `${source.code}.ts`

/**
 * Returns the ICU messages of a `messages` folder in a language. Throws if the file of a language is more than an object of texts that it
 * exports under the code of the language.
 */
export function readMessages(folder: string, language: Language): Messages {
  const messages = readWrittenMessages(folder, language)
  if (!language.pseudo) return messages
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, textIn(language, text)]))
}

/** Returns the message, transformed for test languages. */
function textIn({ pseudo, dir }: Language, message: string): string {
  if (!pseudo) return message
  return dir === 'rtl' ? mirror(message) : accent(message)
}

/** What the files contained when they were parsed: the build looks up messages one at a time. */
const parsed = new Map<string, { content: string; messages: Messages }>()

/** The language whose messages are written: for test languages, the source language. */
const writtenLanguage = (language: Language): Language => (language.pseudo ? source : language)

const writtenFile = (folder: string, language: Language): string =>
  join(folder, `${writtenLanguage(language).code}.ts`)

/** Returns the messages of a folder as they are written. */
function readWrittenMessages(folder: string, language: Language): Messages {
  const file = writtenFile(folder, language)
  const content = readFileSync(file, 'utf8')
  const known = parsed.get(file)
  if (known?.content === content) return known.messages
  const messages = parseMessages(file, content, writtenLanguage(language).code)
  parsed.set(file, { content, messages })
  return messages
}

/** Parses a file without running it: it has types, and the test runner would replace it. */
function parseMessages(file: string, content: string, name: string): Messages {
  const { program, errors } = parseSync(file, content)
  const object = program.body
    .flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : []))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .filter(({ id }) => id.type === 'Identifier' && id.name === name)
    .map(({ init }) => (init?.type === 'TSAsExpression' ? init.expression : init))[0]
  if (errors.length > 0 || object?.type !== 'ObjectExpression')
    throw new Error(`${relative(frontend, file)} does not export the messages "${name}".`)
  return Object.fromEntries(
    object.properties.map((property) => {
      if (
        property.type !== 'Property' ||
        property.key.type !== 'Identifier' ||
        property.value.type !== 'Literal' ||
        typeof property.value.value !== 'string'
      )
        throw new Error(`A message in ${relative(frontend, file)} is not a key with a text in quotes.`)
      return [property.key.name, property.value.value]
    }),
  )
}

/** Returns the code of a compiled message. Throws if there is none with this key. */
export function compiledMessage(folder: string, key: string, language: Language): string {
  const message = readWrittenMessages(folder, language)[key]
  if (message === undefined)
    throw new Error(`There is no message "${key}" in ${relative(frontend, writtenFile(folder, language))}.`)
  return JSON.stringify(compile(textIn(language, message)))
}

/** Returns the compiled messages of a folder in a language as the code of an object. */
export function compiledMessages(folder: string, language: Language): string {
  const messages = Object.entries(readMessages(folder, language))
  const fields = messages.map(([key, message]) => `${key}:${JSON.stringify(compile(message))}`)
  return `{${fields.join()}}`
}

/** Like `compiledMessages`, but no messages in the source language, which needs no translation. */
export const compiledTranslations: typeof compiledMessages = (folder, language) =>
  language.code === source.code ? '{}' : compiledMessages(folder, language)

/** Returns the messages of a folder as they are written in the source language; none for a page in that language. */
export const sourceMessages: typeof compiledMessages = (folder, language) =>
  language.code === source.code ? '{}' : JSON.stringify(readMessages(folder, source))

/** Returns a hash that changes with every message of a folder in every language. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256')
  for (const { code, pseudo } of languages) if (!pseudo) hash.update(readFileSync(join(folder, `${code}.ts`)))
  return hash.digest('hex')
}
