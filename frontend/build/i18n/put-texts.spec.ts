import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { compilerOf, readGroup } from './message-files.ts'
import { accent, mirror } from './pseudo.ts'
import { putTexts } from './put-texts.ts'

const [english, german] = languages

/** Returns the code of a module as it is in the scripts of a language. */
function build(code: string, language = english, head = `import { t } from '../shared/i18n/t.ts'\n`): string {
  const module = `${head}${code}`
  const { program } = parseSync('module.js', module)
  const built = putTexts(module, program, compilerOf(language), readGroup(language, 'serverTexts'))
  return built.slice(head.length)
}

test('a message without arguments becomes a text', () => {
  expect(build(`show(t('accounts.backToLogIn'))`)).toBe('show(("Back to log in"))')
  expect(build(`show(t('accounts.backToLogIn'))`, german)).toBe('show(("Zurück zur Anmeldung"))')
})

test('a message with arguments is compiled', () => {
  expect(build(`t('accounts.dayIsOpen', { day })`)).toBe(`t(["Day ",["day"]," is open."], { day })`)
})

test('each choice between keys becomes its message', () => {
  expect(build(`t(isSent ? 'common.sendAgain' : 'accounts.sendLink')`)).toBe(
    '(isSent ? "Send again" : "Send link")',
  )
})

test('a key that is chosen while the page runs fails the build', () => {
  expect(() => build('t(key)')).toThrow('The key of a message is not written out: t(key)')
})

test('a key without a message fails the build', () => {
  expect(() => build(`t('accounts.nothing')`)).toThrow('There is no message "accounts.nothing" in en.')
})

/** The same for a module that says texts of the server. */
const buildSaying = (code: string, language = english): string =>
  build(code, language, `import { rule, say } from '../texts/text.ts'\n`)

test('a text of the server gets its sentence in the language of the page', () => {
  expect(buildSaying(`rule('emailRequired')`)).toBe(`rule('emailRequired', undefined, "Email is required")`)
  expect(buildSaying(`say('atMostCharacters', { count })`, german)).toBe(
    `say('atMostCharacters', { count }, "Höchstens {count} Zeichen")`,
  )
})

test('a text whose code is unknown, or chosen while the page runs, fails the build', () => {
  expect(() => buildSaying(`say('nothing')`)).toThrow(`The text has no code: say('nothing')`)
  expect(() => buildSaying('say(code)')).toThrow('is not written out')
})

test('the test languages change texts, and neither arguments nor tags', () => {
  expect(accent('Day {day} of <b>all</b>')).toBe('[Ðåý {day} öƒ <b>åļļ</b> ~~~~]')
  expect(mirror('{count, plural, one {# day} other {# days}}')).toBe(
    '{count,plural,one{# \u202eday\u202c} other{# \u202edays\u202c}}',
  )
})
