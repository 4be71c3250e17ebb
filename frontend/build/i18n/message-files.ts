import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import { languages } from '../../src/shared/i18n/languages.ts'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { accent, mirror } from './pseudo.ts'

export const frontend = join(import.meta.dirname, '../..')

const source = languages[0]

type Messages = Readonly<Record<string, string>>

/** Whether a file has the messages of a folder in the source language. */
export const isSourceFile = (file: string): boolean =>
  basename(dirname(file)) === 'messages' && basename(file) === `${source.code}.ts`

/** Returns the ICU messages of a `messages` folder in a language. Throws if a file does not export them under its own name. */
export async function readMessages(folder: string, language: Language): Promise<Messages> {
  if (language.pseudo) {
    const change = language.dir === 'rtl' ? mirror : accent
    const messages = Object.entries(await readMessages(folder, source))
    return Object.fromEntries(messages.map(([key, message]) => [key, change(message)]))
  }
  const file = join(folder, `${language.code}.ts`)
  // The time makes Node read a file again that has changed while Vite runs.
  const module: object = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)
  const messages: unknown = Reflect.get(module, language.code)
  if (typeof messages !== 'object' || messages === null)
    throw new Error(`${relative(frontend, file)} does not export "${language.code}".`)
  return messages as Messages
}

/** Returns the code of a compiled message. Throws if there is none with this key. */
export async function compiledMessage(folder: string, key: string, language: Language): Promise<string> {
  const message = (await readMessages(folder, language))[key]
  if (message === undefined)
    throw new Error(`There is no message "${key}" in ${relative(frontend, folder)}/${language.code}.ts.`)
  return JSON.stringify(compile(message))
}

/** Returns the compiled messages of a folder in a language as the code of an object. */
export async function compiledMessages(folder: string, language: Language): Promise<string> {
  const messages = Object.entries(await readMessages(folder, language))
  const fields = messages.map(([key, message]) => `${key}:${JSON.stringify(compile(message))}`)
  return `{${fields.join()}}`
}

/** Like `compiledMessages`, but no messages in the source language, which needs no translation. */
export const compiledTranslations: typeof compiledMessages = async (folder, language) =>
  language.code === source.code ? '{}' : compiledMessages(folder, language)

/** Returns the messages of a folder as they are written in the source language; none for a page in that language. */
export const sourceMessages: typeof compiledMessages = async (folder, language) =>
  language.code === source.code ? '{}' : JSON.stringify(await readMessages(folder, source))

/** Returns a hash that changes with every message of a folder in every language. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256')
  for (const { code, pseudo } of languages) if (!pseudo) hash.update(readFileSync(join(folder, `${code}.ts`)))
  return hash.digest('hex')
}
