import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFiles } from './precompress.ts'

test('a compressed form is written beside every large text file, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  const script = 'code();'.repeat(300)
  for (const name of ['assets/main-4f2a.js', 'assets/font.woff2', 'index.html'])
    writeFileSync(join(folder, name), script)
  writeFileSync(join(folder, 'theme.js'), 'theme()')
  await compressFiles(folder)
  await compressFiles(folder)
  expect(new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set([
      'assets',
      'assets/font.woff2',
      'assets/main-4f2a.js',
      'assets/main-4f2a.js.br',
      'assets/main-4f2a.js.gz',
      'index.html',
      'theme.js',
    ]),
  )
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets/main-4f2a.js.br'))).toString()).toBe(script)
  expect(gunzipSync(readFileSync(join(folder, 'assets/main-4f2a.js.gz'))).toString()).toBe(script)
})
