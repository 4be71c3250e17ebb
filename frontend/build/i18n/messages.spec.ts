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
import { lifeChanges } from '@thirty/contracts/events/project-life.ts'
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

test.each(serverTextFolders)('every text of the server in %s is still one of its texts', (name) => {
  const folder = join(frontend, name)
  const packages = ['contracts/src', 'command-api/src', 'projections/src', 'infra/src', 'processes']
  const code = packages
    .flatMap((name) => filesIn(join(root, name), /(?<!\.spec)\.ts$/))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    // The ledger says it with the word of the event.
    .replaceAll(/.*\$\{lifeChanges\[event\.type\]\}.*/g, (line) =>
      Object.values(lifeChanges)
        .map((change) => line.replace('${lifeChanges[event.type]}', change))
        .join('\n'),
    )
  const isThere = (text: string) =>
    new RegExp(
      text
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
        .join(String.raw`(?:\$\{[^}]+\}|[\d,]+)`),
    ).test(code)
  const gone = Object.values(readMessages(folder, source)).filter((text) => !isThere(text))
  expect(gone).toEqual([])
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

/** Refusals of requests that no screen sends. */
const wrongClient = new Set(['malformed', 'wrong-type', 'wrong-method', 'key-reused'])
const unseenTexts = new Set([
  'There is nothing at this address.',
  "This image doesn't exist.",
  'There is no notification at this position',
  'Only rejections can have a reason',
  'This account has no second factor.',
])
/** Their texts become a code in the address of the log-in screen, or say why a file is damaged. */
const unseenFiles = /social-sign-in\/sign-in-st|command-api\/src\/replay\.ts/

test('every refusal that a screen can show is there in the other languages', () => {
  const shapeOf = (text: string) => text.replaceAll(/\$?\{[^}]*\}/g, '{}')
  const known = new Set(
    serverTextFolders.flatMap((name) =>
      Object.values(readMessages(join(frontend, name), source)).map(shapeOf),
    ),
  )
  const refusal =
    /(?:refuse|refuseField|refuseAt|new Refusal)\(\s*(?:'([\w-]+)',\s*)?('[^'\n]*'|"[^"\n]*"|`[^`\n]*`)\s*[,)]/g
  const untranslated = ['contracts/src', 'command-api/src', 'projections/src', 'infra/src']
    .flatMap((name) => filesIn(join(root, name), /(?<!\.spec)\.ts$/))
    .filter((file) => !unseenFiles.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(refusal)])
    .filter(([, code = '']) => !wrongClient.has(code))
    .map(([, , literal = '']) => literal.slice(1, -1))
    .filter((text) => text.includes(' ') && !unseenTexts.has(text) && !known.has(shapeOf(text)))
  expect(untranslated).toEqual([])
})
