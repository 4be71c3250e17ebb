import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  isPluralElement,
  isPoundElement,
  isLiteralElement,
  isSelectElement,
  isTagElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { texts } from '@thirty/contracts/texts/texts.ts'
import { expect, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { frontend, isSourceFile, readMessages } from './message-files.ts'

const root = join(frontend, '..')
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))

const scripts = filesIn(join(frontend, 'src'), /(?<!\.spec|\.d)\.tsx?$/)
const folders = [...scripts, ...filesIn(join(frontend, 'build'), /\.ts$/)].filter(isSourceFile).map(dirname)
const [source, ...others] = languages
const translations = others.filter(({ pseudo }) => !pseudo)

/** Returns what a message takes: "day: argument", "link: tag". */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    if (isTagElement(element)) return [`${element.value}: tag`, ...argumentsOf(element.children)]
    if (!isSelectElement(element) && !isPluralElement(element)) return [`${element.value}: argument`]
    const inside = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
    return [`${element.value}: argument`, ...inside]
  })
}
const distinct = (names: readonly string[]) => [...new Set(names)].sort()

test.each(folders.map((folder) => [relative(frontend, folder), folder]))(
  'the messages in %s have the same keys, arguments and tags in every language',
  (_, folder) => {
    const messages = readMessages(folder, source)
    for (const language of [...translations, ...others.filter(({ pseudo }) => pseudo)]) {
      const translated = readMessages(folder, language)
      expect(Object.keys(translated)).toEqual(Object.keys(messages))
      for (const [key, message] of Object.entries(messages)) {
        const shape = (text: string) => ({ key, arguments: distinct(argumentsOf(parse(text))) })
        expect([language.code, shape(translated[key] ?? '')]).toEqual([language.code, shape(message)])
      }
    }
  },
)

test('the name of a screen has one spelling', () => {
  const names = { en: /what if(…| …)?/gi, de: /was wäre, wenn(…| …)?/gi }
  for (const [code, name] of Object.entries(names)) {
    const language = languages.find((known) => known.code === code) ?? source
    const texts = folders.flatMap((folder) => Object.values(readMessages(folder, language)))
    expect(distinct(texts.flatMap((text) => text.match(name) ?? []))).toHaveLength(1)
  }
})

test('every message is used', () => {
  const codes = scripts.map((file) => ({ file, code: readFileSync(file, 'utf8') }))
  const unused = []
  for (const folder of folders.filter((name) => name.includes('/src/') && !name.includes('server-texts'))) {
    const users = codes.filter(({ file, code }) =>
      [...code.matchAll(/from '([^']*messages\/t\.ts)'/g)].some(
        ([, path = '']) => resolve(dirname(file), dirname(path)) === folder,
      ),
    )
    for (const key of Object.keys(readMessages(folder, source)))
      if (!users.some(({ code }) => code.includes(`'${key}'`)))
        unused.push(`${relative(frontend, folder)}: ${key}`)
  }
  expect(unused).toEqual([])
})

const serverTextFolders = [
  'src/shared/i18n/server-texts/messages',
  'src/features/admin-backups/import/server-texts/messages',
  'src/features/admin-users/import/server-texts/messages',
]

test('the texts of the server are those of the contracts', () => {
  const known = serverTextFolders.flatMap((name) => Object.values(readMessages(join(frontend, name), source)))
  expect(distinct(known)).toEqual(distinct(Object.values(texts)))
})

test('every sentence of the audit that has a translation consists of words of the server', () => {
  const messages = readMessages(join(frontend, 'src/features/admin-audit/server-texts/messages'), source)
  const code = [
    ...filesIn(join(root, 'projections/src/audit'), /(?<!\.spec)\.ts$/),
    join(root, 'contracts/src/rules/deleted-person.ts'),
    join(root, 'contracts/src/rules/imported-person.ts'),
    join(root, 'contracts/src/rules/operator.ts'),
    join(root, 'contracts/src/rules/admin-roles.ts'),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  // What the variables of the server's sentences stand for.
  const variants = {
    '${did}': ['hid', 'unhid', 'removed', 'added', 'changed', 'deleted'],
    '${again}': ['', ' again'],
    '${whose}': ['', ' of ${nameOf(admin)}'],
    '${kindNames[content.kind]}': ['reason', 'feedback'],
    '${reasons[data.reason]}': ['the receiver is gone (410)', 'all deliveries failed for five days'],
  }
  // With and without words that depend on a condition, such as "automatic".
  const condition = /\$\{\w+ \? '([^']*)' : ''\}/g
  let sentences = [code.replaceAll(condition, '$1'), code.replaceAll(condition, '')]
  for (const [variable, words] of Object.entries(variants))
    sentences = sentences.flatMap((text) => words.map((word) => text.replaceAll(variable, word)))
  const said = sentences.join('\n')
  // "notifications on" consists of a name and of a state there.
  const switches = new Set([
    'notificationsOn',
    'notificationsOff',
    'emailRemindersOn',
    'emailRemindersOff',
    'normalisedScoresOn',
    'normalisedScoresOff',
    'ownersNeedTwoFactorOn',
    'ownersNeedTwoFactorOff',
  ])
  const wordsOf = (sentence: string) =>
    sentence.split(/\{\w+\}/).map((words) => words.replaceAll(/^[ ():“”]+|[ ():“”]+$/g, ''))
  const gone = Object.entries(messages)
    .filter(([key]) => !switches.has(key))
    // What was switched and what was set are joined by "and".
    .flatMap(([, sentence]) =>
      wordsOf(sentence).filter((words) => !said.includes(words.replace(/^and /, ''))),
    )
  expect(gone).toEqual([])
})
