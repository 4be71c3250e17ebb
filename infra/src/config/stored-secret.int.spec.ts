import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type * as Fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const filesWhileWriting = vi.hoisted((): string[][] => [])
const folder = vi.hoisted((): { path: string } => ({ path: '' }))
vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof Fs>()
  const writeSync = (...parameters: Parameters<typeof actual.writeSync>) => {
    filesWhileWriting.push(actual.readdirSync(folder.path))
    return actual.writeSync(...parameters)
  }
  return { ...actual, writeSync }
})
const { loadOrCreateSecret } = await import('./stored-secret.ts')

const load = () => loadOrCreateSecret(folder.path, 'secret', (message) => new Error(message))

test('a secret has its name only once it is complete, and stays the same', () => {
  folder.path = mkdtempSync(join(tmpdir(), 'thirty-secret-'))
  const { secret, file } = load()
  expect(filesWhileWriting).toEqual([[expect.stringMatching(/^secret\.\w{16}\.tmp$/)]])
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
  expect(load().secret).toBe(secret)
  expect(readdirSync(folder.path)).toEqual(['secret'])
})

test('the secret of another process that was first is used', () => {
  folder.path = mkdtempSync(join(tmpdir(), 'thirty-secret-'))
  const other = 'o'.repeat(43)
  // It is created after this process has looked for it.
  filesWhileWriting.push = (files) => {
    writeFileSync(join(folder.path, 'secret'), `${other}\n`)
    return files.length
  }
  expect(load().secret).toBe(other)
  expect(readdirSync(folder.path)).toEqual(['secret'])
})

test('a file that is too short is refused', () => {
  folder.path = mkdtempSync(join(tmpdir(), 'thirty-secret-'))
  writeFileSync(join(folder.path, 'secret'), 'short')
  expect(load).toThrow('DATA_DIR has a damaged secret')
})
