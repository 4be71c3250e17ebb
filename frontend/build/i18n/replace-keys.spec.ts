import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { frontend } from './message-files.ts'
import { fillerOf } from './placeholders.ts'
import { accent, mirror } from './pseudo.ts'
import { replaceKeys } from './replace-keys.ts'

const [english, german] = languages
const folder = join(frontend, 'src/features/accounts')
const head = `import { t } from './messages/t.ts'\n`

/** Returns the code of a module of the feature as it is in the scripts of a language. */
function build(code: string, language = english): string {
  const module = `${head}${code}`
  const replaced = replaceKeys(module, folder, parseSync('module.js', module).program)
  return fillerOf(language)(replaced).slice(head.length)
}

test('a message without arguments becomes a text', () => {
  expect(build(`show(t('backToLogIn'))`)).toBe('show(("Back to log in"))')
  expect(build(`show(t('backToLogIn'))`, german)).toBe('show(("Zurück zur Anmeldung"))')
})

test('a message with arguments is compiled', () => {
  expect(build(`t('dayIsOpen', { day })`)).toBe(`t(["Day ",["day"]," is open."], { day })`)
})

test('each choice between keys becomes its message', () => {
  expect(build(`t(isSent ? 'sendAgain' : 'sendLink')`)).toBe('(isSent ? "Send again" : "Send link")')
})

test('a key that is chosen while the page runs fails the build', () => {
  expect(() => build('t(key)')).toThrow('The key of a message is not written out: t(key)')
})

test('a key without a message fails the build', () => {
  expect(() => build(`t('nothing')`)).toThrow(
    'There is no message "nothing" in src/features/accounts/messages/en.ts.',
  )
})

test('the test languages change texts, and neither arguments nor tags', () => {
  expect(accent('Day {day} of <b>all</b>')).toBe('[Ðåý {day} öƒ <b>åļļ</b> ~~~~]')
  expect(mirror('{count, plural, one {# day} other {# days}}')).toBe(
    '{count,plural,one{# \u202eday\u202c} other{# \u202edays\u202c}}',
  )
})
