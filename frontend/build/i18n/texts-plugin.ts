import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from '../../src/shared/i18n/languages.ts'
import type { Language } from '../../src/shared/i18n/languages.ts'
import {
  compiledMessages,
  compiledTranslations,
  frontend,
  isSourceFile,
  sourceMessages,
} from './message-files.ts'
import { briefsCode, isBriefsFile } from './briefs.ts'
import { briefsPlaceholder, languagePlaceholder, translationsPlaceholder } from './placeholders.ts'
import { replaceKeys } from './replace-keys.ts'

const activeLanguage = join(frontend, 'src/shared/i18n/active-language.ts')

/** The query of the import in `server-text.ts`, which needs all messages of its folder and what they are in English. */
const translationsQuery = 'translations'

/**
 * Leaves placeholders for the messages in the scripts, each one where it is used. `localizeScripts` makes the scripts of each language
 * from them.
 */
export const textsOfTheBuild: Plugin[] = [
  {
    name: 'texts-of-the-build',
    enforce: 'pre',
    transform: (_code, id) => {
      const [file = '', query] = id.split('?')
      if (file === activeLanguage) return `export const activeCode = ${languagePlaceholder}`
      if (isBriefsFile(file)) return `export const briefs = ${briefsPlaceholder()}`
      if (!isSourceFile(file)) return undefined
      if (query !== translationsQuery) return `export const ${languages[0].code} = {}`
      return [
        `export const sources = ${translationsPlaceholder(dirname(file), 'sources')}`,
        `export const messages = ${translationsPlaceholder(dirname(file), 'messages')}`,
      ].join('\n')
    },
  },
  {
    name: 'keys-of-texts',
    // The compiler has removed types and JSX.
    enforce: 'post',
    transform(code, id) {
      if (!code.includes('messages/t.ts')) return undefined
      return { code: replaceKeys(code, dirname(id), this.parse(code)), map: null }
    },
  },
]

/** Compiles the messages of all languages for the development server and for specs; the page chooses with its `lang`. */
export const textsWithoutBuild: Plugin = {
  name: 'texts-without-build',
  enforce: 'pre',
  transform(_code, id) {
    const [file = '', query] = id.split('?')
    const locale = join(frontend, 'src/shared/i18n/locale.ts')
    const importLanguage = `import { activeLanguage } from ${JSON.stringify(locale)}`
    if (isBriefsFile(file)) return `${importLanguage}\nexport const briefs = ${inActiveLanguage(briefsCode)}`
    if (!isSourceFile(file)) return undefined
    const folder = dirname(file)
    for (const { code, pseudo } of languages) if (!pseudo) this.addWatchFile(join(folder, `${code}.ts`))
    const byLanguage = (codeOf: typeof compiledMessages) =>
      inActiveLanguage((language) => codeOf(folder, language))
    const exported =
      query === translationsQuery
        ? [
            `export const sources = ${byLanguage(sourceMessages)}`,
            `export const messages = ${byLanguage(compiledTranslations)}`,
          ]
        : [`export const ${languages[0].code} = ${byLanguage(compiledMessages)}`]
    return [importLanguage, ...exported].join('\n')
  },
}

/** Returns the code that chooses between the languages when a module runs. */
const inActiveLanguage = (codeOf: (language: Language) => string): string =>
  `{${languages.map((language) => `"${language.code}":${codeOf(language)}`).join()}}[activeLanguage.code]`
