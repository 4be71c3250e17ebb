import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { compiledMessage, readMessages } from './message-files.ts'

const [english] = languages

test('a file that has changed is read again', () => {
  const root = mkdtempSync(join(tmpdir(), 'thirty-messages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'messages')
  mkdirSync(folder)
  for (const text of ['Log in', 'Sign in']) {
    writeFileSync(join(folder, 'en.ts'), `export const en = { logIn: '${text}' } as const`)
    expect(readMessages(folder, english)).toEqual({ logIn: text })
    expect(compiledMessage(folder, 'logIn', english)).toBe(JSON.stringify(text))
  }
})
