import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../src/shared/i18n/languages.ts'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { fillerOf, hasPlaceholders } from './placeholders.ts'

/** Test languages are part of a build only on request: nobody reads them. */
export const builtLanguages = languages.filter(
  ({ pseudo }) => !pseudo || process.env['PSEUDO_LANGUAGES'] === '1',
)

/** Points the script addresses of a page to the scripts of a language. */
export type Localize = (language: Language, html: string) => string

const isSource = ({ code }: Language) => code === languages[0].code

/**
 * Makes the scripts of each language from the scripts of the build: a script with texts, and each one that imports it, is in
 * `assets` in the first language and below `assets/<code>` in the others. The other scripts are there once. So every page
 * loads the texts of its screen in its language, and no file for them.
 */
export function localizeScripts(dist: string): Localize {
  const folder = join(dist, 'assets')
  const scripts = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const localized = findLocalized(scripts)
  for (const language of builtLanguages) {
    const fill = fillerOf(language)
    if (!isSource(language)) mkdirSync(join(folder, language.code))
    for (const name of localized) {
      const code = fill(scripts.get(name) ?? '')
      if (isSource(language)) writeFileSync(join(folder, name), code)
      else writeFileSync(join(folder, language.code, name), moveScript(code, language, localized))
    }
  }
  return (language, html) => (isSource(language) ? html : withAddresses(html, language, localized))
}

/** Returns the names of the scripts with texts, and of all scripts that refer to one of them. */
function findLocalized(scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const localized = new Set([...scripts].filter(([, code]) => hasPlaceholders(code)).map(([name]) => name))
  for (let size = -1; size !== localized.size;) {
    size = localized.size
    for (const [name, code] of scripts)
      if (!localized.has(name) && [...localized].some((other) => code.includes(other))) localized.add(name)
  }
  return localized
}

/** A script in the folder of its language finds the others of that language beside it, and the common ones above. */
const moveScript = (code: string, language: Language, localized: ReadonlySet<string>): string =>
  withAddresses(code, language, localized).replaceAll(
    /(["'`])\.\/([\w.-]+\.js)\1/g,
    (address, quote: string, name: string) => (localized.has(name) ? address : `${quote}../${name}${quote}`),
  )

/** Changes addresses such as "/assets/x.js", and "assets/x.js" in the lists of files to preload. */
const withAddresses = (text: string, { code }: Language, localized: ReadonlySet<string>): string =>
  text.replaceAll(/(["'`]\/?assets\/)([\w.-]+\.js)/g, (address, start: string, name: string) =>
    localized.has(name) ? `${start}${code}/${name}` : address,
  )
