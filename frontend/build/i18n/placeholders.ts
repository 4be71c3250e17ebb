import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { briefsCode, briefsFolder } from './briefs.ts'
import {
  compiledMessage,
  compiledTranslations,
  folderHash,
  frontend,
  sourceMessages,
} from './message-files.ts'

// Names of variables that are declared nowhere: the minifier can neither compute with them nor join them with other texts.
const placeholder = (name: string): string => `__text_${name}__`
const placeholders = /\b__text_(\w+?)__/g

type CodeOf = (language: Language) => string

/** Returns the code that stands behind each placeholder in a language. */
const contents = new Map<string, CodeOf>([['language', ({ code }) => JSON.stringify(code)]])

export const languagePlaceholder = placeholder('language')

/** The hash makes a script with another text another file. */
function register(folder: string, name: string, codeOf: CodeOf): string {
  const id = `${relative(frontend, folder)} ${name} ${folderHash(folder)}`
  const unique = `${name}_${createHash('sha256').update(id).digest('hex').slice(0, 12)}`
  contents.set(unique, codeOf)
  return placeholder(unique)
}

/** Returns the code that stands for a message until the language is known. */
export const messagePlaceholder = (folder: string, key: string): string =>
  register(folder, key, (language) => compiledMessage(folder, key, language))

const translations = { messages: compiledTranslations, sources: sourceMessages }

/** Returns the code that stands for all messages of a folder, as `{}` in the source language. */
export const translationsPlaceholder = (folder: string, content: keyof typeof translations): string =>
  register(folder, content, (language) => translations[content](folder, language))

/** Returns the code that stands for the briefs of the thirty days. */
export const briefsPlaceholder = (): string => register(briefsFolder, 'briefs', briefsCode)

/** Whether a script is another one in each language. */
export const hasPlaceholders = (code: string): boolean => code.search(placeholders) !== -1

/** Returns a function that puts the messages of a language into scripts of the build. */
export function fillerOf(language: Language): (code: string) => string {
  const values = new Map<string, string>()
  for (const [name, codeOf] of contents) values.set(name, codeOf(language))
  return (code) =>
    code.replaceAll(placeholders, (_, name: string) => {
      const value = values.get(name)
      if (value === undefined) throw new Error(`The build has no message ${name}.`)
      return value
    })
}
