import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { readMessages } from './message-files.ts'

const [english, german = english] = languages

function messagesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-messages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a file that has changed is read again', () => {
  const folder = messagesFolder()
  for (const text of ['Log in', 'Sign in']) {
    writeFileSync(join(folder, 'en.ts'), `export const en = { accounts: { logIn: '${text}' } } as const`)
    writeFileSync(join(folder, 'de.json'), JSON.stringify({ accounts: { logIn: `${text} (de)` } }))
    expect(readMessages(english, folder)).toMatchObject({ 'accounts.logIn': text })
    expect(readMessages(german, folder)).toEqual({ 'accounts.logIn': `${text} (de)` })
  }
})

test.each(['{ accounts: { logIn: name } }', '{ accounts: { logIn: `Log in` } }', '{ ...others }'])(
  'a file of messages that are not all written out is refused: %s',
  (object) => {
    const folder = messagesFolder()
    writeFileSync(join(folder, 'en.ts'), `export const en = ${object}`)
    expect(() => readMessages(english, folder)).toThrow('has more than texts in quotes and groups of these')
  },
)
