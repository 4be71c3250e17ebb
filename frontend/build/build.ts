import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { languages, type Language } from '../src/shared/i18n/languages.ts'
import { configOf } from '../vite.config.ts'
import { compressFiles } from './precompress.ts'
import { writePages } from './write-pages.ts'

// Builds the files of the browser, once for each language. The names of scripts have a hash of their content, so a script without texts
// has the same name in every language, and is there once.

const dist = join(import.meta.dirname, '../dist')

/** Builds the scripts and pages of a language. Returns its row in `pages.json`. */
async function buildIn(language: Language): Promise<object> {
  // Safe: without the options that watch or build a library, it is the output of one build.
  const { output } = (await build({
    ...configOf(language),
    configFile: false,
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput
  return await writePages(language, dist, output)
}

rmSync(dist, { recursive: true, force: true })
const table = []
for (const language of languages) if (!language.pseudo) table.push(await buildIn(language))
await compressFiles(dist)
// The test languages are for nobody to read: they are part of a build only on request, and not compressed.
if (process.env['PSEUDO_LANGUAGES'] === '1')
  for (const language of languages) if (language.pseudo) table.push(await buildIn(language))

mkdirSync(join(dist, 'pages'), { recursive: true })
writeFileSync(join(dist, 'pages/pages.json'), JSON.stringify(table))
copyFileSync(join(dist, `pages/${languages[0].code}/index.html`), join(dist, 'index.html'))
