import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isPluralElement,
  isPoundElement,
  isLiteralElement,
  isSelectElement,
  isTagElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { standInNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { standIns, type StandIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { auditRows } from '@thirty/contracts/audit/audit-actions.ts'
import { accountLanguages } from '@thirty/contracts/languages/languages.ts'
import { englishTexts, textsByLanguage } from '@thirty/contracts/languages/texts-by-language.ts'
import { auditTexts } from '@thirty/contracts/texts/audit-texts.ts'
import { texts } from '@thirty/contracts/texts/texts.ts'
import { expect, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { textsByKey } from './extract.ts'
import { frontend, readMessages } from './message-files.ts'

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))

const scripts = filesIn(join(frontend, 'src'), /(?<!\.spec|\.d)\.tsx?$/)
const [source, ...others] = languages
const messages = readMessages(source)
/** Groups whose texts may stand in another group, too: texts of the audit, and what the build writes into pages. */
const ownTexts = ['auditTexts', 'auditSentences', 'auditActions', 'heads']
/** Groups whose keys need not be written in calls. */
const groupsWithoutCalls = ['serverTexts', ...ownTexts]

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

const shapesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, text]) => [key, ...distinct(argumentsOf(parse(text)))])

test.each(others)(
  'the messages in $code have the same keys, arguments and tags as the English ones',
  (language) => expect(shapesOf(readMessages(language))).toEqual(shapesOf(messages)),
)

test.each(accountLanguages)('so have the texts that the server writes in %s', (language) =>
  expect(shapesOf(textsByKey(textsByLanguage[language]))).toEqual(shapesOf(textsByKey(englishTexts))),
)

test.each(others.filter(({ code }) => Object.hasOwn(textsByLanguage, code)))(
  'a search in $code finds people without an account by what screens show in place of their names',
  (language) => {
    const shown = readMessages(language)
    for (const code of Object.keys(standIns) as StandIn[])
      expect(standInNames(code)).toEqual([texts[code], shown[`serverTexts.${code}`]])
  },
)

/** Texts that mean two things in English: "Review" is what one does, and what one has written. */
const severalMeanings = new Set([
  'Unsubscribe',
  'About',
  'After',
  'submitted',
  'Creating...',
  'Review',
  'Reviewer',
  'Participant',
  'Rate Project',
  'My projects',
  'Users',
  'Comment',
  'Email',
  'Submissions',
  'Submitting...',
  'Past Challenges',
  '{day} at {time}{zone}',
  'FAQ',
  'Theme',
  'you',
  'Version',
])

test.each(others.filter(({ pseudo }) => !pseudo))(
  'a text that stands twice in English, and is the same in $code, is one message',
  (language) => {
    const translated = readMessages(language)
    const translationsOf = new Map<string, string[]>()
    for (const [key, text] of Object.entries(messages)) {
      if (ownTexts.includes(key.replace(/\..*/, '')) || severalMeanings.has(text)) continue
      translationsOf.set(text, [...(translationsOf.get(text) ?? []), `${key}: ${translated[key] ?? ''}`])
    }
    expect([...translationsOf.values()].filter(({ length }) => length > 1)).toEqual([])
  },
)

test('the name of a screen has one spelling', () => {
  const names = { en: /what if(…| …)?/gi, de: /was wäre, wenn(…| …)?/gi }
  for (const [code, name] of Object.entries(names)) {
    const language = languages.find((known) => known.code === code) ?? source
    const texts = Object.values(readMessages(language))
    expect(distinct(texts.flatMap((text) => text.match(name) ?? []))).toHaveLength(1)
  }
})

test('every message is used', () => {
  const code = scripts.map((file) => readFileSync(file, 'utf8')).join('\n')
  const used = new Set([...code.matchAll(/'(\w+\.\w+)'/g)].map(([, key]) => key))
  const unused = Object.keys(messages).filter(
    (key) => !used.has(key) && !groupsWithoutCalls.includes(key.replace(/\..*/, '')),
  )
  expect(unused).toEqual([])
})

test('every text of the server is used', () => {
  const code = ['contracts', 'command-api', 'projections', 'infra', 'processes', 'frontend']
    .flatMap((name) =>
      filesIn(join(frontend, '..', name, name === 'processes' ? '' : 'src'), /(?<!\.spec|\.d)\.tsx?$/),
    )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  // The first sentence of an event is the usual one; the others are chosen.
  const chosen = Object.values(auditRows).flatMap(({ says }) => Object.keys(says).slice(1))
  const codes = [...Object.keys({ ...texts, ...auditTexts }), ...chosen]
  expect(codes.filter((key) => !code.includes(`'${key}'`))).toEqual([])
})
