// Reads the files of messages and texts in all languages, for the build, the specs and `npm run translations`, and compiles their messages.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { auditActions, auditSentences } from '@thirty/contracts/audit/audit-actions.ts'
import compile from 'icu-minify/compile'
import { parseSync } from 'vite'
import { languages, type Language } from '../../src/shared/i18n/languages.ts'
import { testTextsOf } from './pseudo.ts'

export const frontend = join(import.meta.dirname, '../..')

/** The folder with one file of messages per language. */
export const messagesFolder = join(frontend, 'src/messages')

/** The folder with the texts that the server writes, also one file per language. */
export const languagesFolder = join(frontend, '../contracts/src/languages/messages')

/**
 * The texts of the server: the constant `name` has those of the first group in English, and `sentences` is the module of the browser with
 * those of all groups in the language of its page.
 */
export const serverTexts = [
  {
    name: 'texts',
    groups: ['serverTexts'] as const,
    sentences: 'src/shared/i18n/server-sentences.ts',
    file: 'texts.ts',
  },
  {
    name: 'auditTexts',
    groups: ['auditTexts', 'auditSentences'] as const,
    sentences: 'src/features/admin-audit/audit-sentences.ts',
    file: 'audit-texts.ts',
  },
].map(({ file, sentences, ...table }) => ({
  ...table,
  file: join(frontend, '../contracts/src/texts', file),
  sentences: join(frontend, sentences),
}))

/** The texts of the audit that stand with the events, by group: the sentences, and the labels of the actions. */
const textsOfEvents: Readonly<Record<string, Messages>> = {
  auditSentences,
  auditActions: mapValues(auditActions, ({ label }) => label),
}

/** The module of the browser with the actions of the audit, without the schemas of the events. */
export const actionsFile = join(frontend, 'src/features/admin-audit/audit-actions.ts')

/** Returns the actions of the audit with their labels in a language. */
export function actionsIn(language: Language): typeof auditActions {
  const labels = readGroup(language, 'auditActions')
  return mapValues(auditActions, ({ label, about }, id) => ({ label: labels[id] ?? label, about }))
}

/** The messages of the source language, which are typed. The others are JSON. */
export const sourceFile = join(messagesFolder, 'en.ts')

/** Whether the specs replace a module by one with messages. */
export const isFileOfMessages = (file: string): boolean =>
  [sourceFile, actionsFile, ...serverTexts.flatMap((table) => [table.file, table.sentences])].includes(file)

const source = languages[0]

/** Messages in ICU MessageFormat by key, such as "accounts.logIn". */
type Messages = Readonly<Record<string, string>>

/**
 * Returns all messages in a language; the English texts of the server are those of the contracts. Throws if a file of the source language
 * is more than an object of groups of texts.
 */
export function readMessages(language: Language, folder = messagesFolder): Messages {
  if (!language.pseudo) return readWrittenMessages(folder, language)
  return mapValues(readWrittenMessages(folder, source), testTextsOf(language))
}

/** Returns the messages of some groups by the rest of their keys. */
export const readGroup = (language: Language, ...groups: readonly string[]): Messages =>
  Object.fromEntries(
    Object.entries(readMessages(language)).flatMap(([key, text]) => {
      const [group = '', name = ''] = key.split('.')
      return groups.includes(group) ? [[name, text]] : []
    }),
  )

/** Returns a function that gives the code of the compiled message of a key. It throws if there is none. */
export function compilerOf(language: Language): (key: string) => string {
  const messages = readMessages(language)
  return (key) => {
    const message = messages[key]
    if (message === undefined) throw new Error(`There is no message "${key}" in ${language.code}.`)
    return compiled(message)
  }
}

/** Returns compiled messages as the code of an object. */
export const compiledMessages = (messages: Messages): string =>
  `{${Object.entries(messages)
    .map(([key, message]) => `${JSON.stringify(key)}:${compiled(message)}`)
    .join()}}`

const compiled = (message: string): string => JSON.stringify(compile(message))

function mapValues<Key extends string, From, To>(
  values: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> {
  // Safe: `Object.entries` has the keys of the object.
  const entries = Object.entries(values) as [Key, From][]
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<Key, To>
}

/** What the files contained when they were parsed. */
const parsed = new Map<string, { content: string; messages: Messages }>()

function readWrittenMessages(folder: string, { code }: Language): Messages {
  const isSource = code === source.code
  const messages = readGroups(join(folder, isSource ? 'en.ts' : `${code}.json`), 'en')
  if (!isSource) return messages
  const texts = serverTexts.map(({ file, name, groups }) => readGroups(file, name, `${groups[0]}.`))
  const ofEvents = Object.entries(textsOfEvents).map(([group, table]) => inGroup(group, table))
  return [...texts, ...ofEvents].reduce((all, table) => ({ ...all, ...table }), messages)
}

const inGroup = (group: string, messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [`${group}.${key}`, text]))

/** Returns the messages of a file by key: an object of groups, or one group whose keys begin with `start`. */
function readGroups(file: string, name: string, start = ''): Messages {
  const content = readFileSync(file, 'utf8')
  const known = parsed.get(file)
  if (known?.content === content) return known.messages
  const groups = file.endsWith('.ts') ? parseObject(file, content, name) : (JSON.parse(content) as Groups)
  const messages = Object.fromEntries(
    Object.entries(groups).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${start}${key}`, value]]
        : Object.entries(value).map(([name, text]) => [`${start}${key}.${name}`, text]),
    ),
  )
  parsed.set(file, { content, messages })
  return messages
}

type Groups = Readonly<Record<string, string | Messages>>
type Expression = { type: string; value?: unknown; properties?: readonly unknown[] }
type Property = { type: string; key: { type: string; name?: string }; value: Expression }

/** Parses the object that a file exports, without running the file: it has types, and the test runner replaces it. */
function parseObject(file: string, content: string, name: string): Groups {
  const { program, errors } = parseSync(file, content)
  const object = program.body
    .flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : []))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .filter(({ id }) => id.type === 'Identifier' && id.name === name)
    .map(({ init }) => (init?.type === 'TSAsExpression' ? init.expression : init))[0]
  const fail = (): never => {
    throw new Error(`${relative(frontend, file)} has more than texts in quotes and groups of these.`)
  }
  const fieldsOf = ({ properties = fail() }: Expression): Groups =>
    Object.fromEntries(
      // Safe: a key is always the name of a property.
      (properties as readonly Property[]).map(({ type, key, value }) =>
        type === 'Property' && key.name !== undefined ? [key.name, valueOf(value)] : fail(),
      ),
    )
  const valueOf = (node: Expression): string | Messages =>
    // Safe: groups have no groups, or the keys of the languages would differ.
    typeof node.value === 'string' ? node.value : (fieldsOf(node) as Messages)
  return errors.length > 0 || !object ? fail() : fieldsOf(object)
}

/** Returns a text that changes with every message. */
export const hashOfMessages = (): string => folderHash(messagesFolder) + JSON.stringify(textsOfEvents)

/** Returns a hash that changes with every file of a folder. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}
