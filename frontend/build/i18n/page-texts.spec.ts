import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../src/shared/i18n/languages.ts'
import { frontend } from './message-files.ts'
import { manifestName, readHeads, translateManifest, translateTemplate } from './page-texts.ts'

const json = readFileSync(join(frontend, 'public/manifest.webmanifest'), 'utf8')
const template = readFileSync(join(frontend, 'index.html'), 'utf8')
const translated = (code: string) => {
  const language = languages.find((each) => each.code === code) ?? languages[0]
  return {
    manifest: JSON.parse(translateManifest(json, language, readHeads(language))) as unknown,
    page: translateTemplate(template, language, readHeads(language)),
    name: manifestName(language),
  }
}

test('the manifest of the source language is the file in the sources', () => {
  const { manifest, name } = translated('en')
  expect([manifest, name]).toEqual([JSON.parse(json), 'manifest.webmanifest'])
})

test('a German page names a German manifest of the same app', () => {
  const { manifest, page, name } = translated('de')
  expect(page).toContain(`<link rel="manifest" href="/${name}" />`)
  expect(name).toBe('manifest.de.webmanifest')
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Thirty',
    start_url: '/dashboard',
    lang: 'de',
    dir: 'ltr',
    description: 'Dreißig Tage, jeden Tag ein Projekt, auf einer Live-Rangliste.',
    shortcuts: [
      { name: 'Rangliste', url: '/leaderboard' },
      { name: 'Projekt einreichen', url: '/SubmitProject' },
    ],
  })
})

test('a shortcut without a text fails the build', () => {
  const other = json.replace('"/leaderboard"', '"/community"')
  expect(() => translateManifest(other, languages[0], readHeads(languages[0]))).toThrow('/community')
})
