import { join } from 'node:path'
import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { defaultLanguage, findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { Plugin } from 'vite'
import { languages, type Language } from '../../src/shared/i18n/languages.ts'
import {
  actionsFile,
  actionsIn,
  compiledMessages,
  compilerOf,
  frontend,
  isFileOfMessages,
  messagesFolder,
  readGroup,
  readMessages,
  serverTexts,
  sourceFile,
} from './message-files.ts'
import { testTextsOf } from './pseudo.ts'
import { putTexts } from './put-texts.ts'

// The plugins of Vite that put texts in the language of the page into modules: `textsIn` for a build, `textsWithoutBuild` for the
// development server and specs.

const inLanguageFolder = (name: string) => join(frontend, 'src/shared/i18n', name)

/** Puts the messages of a language into the scripts of a build, each one where it is used. */
export function textsIn(language: Language): Plugin[] {
  const codeOf = compilerOf(language)
  const sentences = readGroup(language, 'serverTexts')
  return [
    {
      name: 'texts-of-the-build',
      enforce: 'pre',
      transform: (_code, id) => {
        const [file = ''] = id.split('?')
        if (file === inLanguageFolder('active-language.ts'))
          return `export const activeLanguage = ${JSON.stringify(language)}`
        if (isBriefsFile(file)) return `export const briefs = ${briefsCode(language)}`
        if (file === actionsFile) return `export const actions = ${JSON.stringify(actionsIn(language))}`
        for (const { name, groups, ...table } of serverTexts) {
          // The sentences are in the calls.
          if (file === table.file) return `${name === 'texts' ? textLocaleCode : ''}export const ${name} = {}`
          // English pages show what the server has written.
          if (file === table.sentences && language !== languages[0])
            return `export const sentences = ${JSON.stringify(readGroup(language, ...groups))}`
        }
        return file === sourceFile ? 'export const en = {}' : undefined
      },
    },
    {
      name: 'keys-of-texts',
      // The compiler has removed types and JSX.
      enforce: 'post',
      transform(code) {
        const isUser = code.includes('/t.ts') || code.includes('/texts/text.ts')
        if (!isUser) return undefined
        return { code: putTexts(code, this.parse(code), codeOf, sentences), map: null }
      },
    },
  ]
}

/** The same in every language, so that the script of the libraries is there once. */
const textLocaleCode = `export const textLocale = globalThis.document?.documentElement.lang || 'en';`

/** Compiles the messages of all languages for the development server and for specs; the page chooses with its `lang`. */
export const textsWithoutBuild: Plugin = {
  name: 'texts-without-build',
  enforce: 'pre',
  transform(_code, id) {
    const [file = ''] = id.split('?')
    const importLanguage = `import { activeLanguage } from ${JSON.stringify(inLanguageFolder('active-language.ts'))}`
    if (isBriefsFile(file)) return `${importLanguage}\nexport const briefs = ${inActiveLanguage(briefsCode)}`
    if (!isFileOfMessages(file)) return undefined
    for (const { code, pseudo } of languages)
      if (!pseudo && code !== languages[0].code) this.addWatchFile(join(messagesFolder, `${code}.json`))
    if (file === actionsFile) {
      const actions = inActiveLanguage((language) => JSON.stringify(actionsIn(language)))
      return `${importLanguage}\nexport const actions = ${actions}`
    }
    for (const { name, groups, ...table } of serverTexts) {
      const textsOf = (...read: readonly string[]) =>
        inActiveLanguage((language) => JSON.stringify(readGroup(language, ...read)))
      if (file === table.sentences) return `${importLanguage}\nexport const sentences = ${textsOf(...groups)}`
      if (file === table.file)
        return `${importLanguage}\nexport const textLocale = activeLanguage.locale\nexport const ${name} = ${textsOf(groups[0])}`
    }
    return `${importLanguage}\nexport const en = ${inActiveLanguage((language) => compiledMessages(readMessages(language)))}`
  },
}

/** Returns the code that chooses between the languages when a module runs. */
const inActiveLanguage = (codeOf: (language: Language) => string): string =>
  `{${languages.map((language) => `"${language.code}":()=>(${codeOf(language)})`).join()}}[activeLanguage.code]()`

/** Whether all other modules import the briefs of the thirty days from this one. */
export const isBriefsFile = (file: string): boolean => file === briefsFile

const briefsFile = join(frontend, `../contracts/src/briefs/${languages[0].code}.ts`)

/** Returns the briefs in a language, as the code of an array. It has no names of fields in each brief, because every page loads it. */
export function briefsCode(language: Language): string {
  const change = testTextsOf(language)
  const briefs = briefsByLanguage[findAccountLanguage(language.code) ?? defaultLanguage]
  const rows = briefs.map(({ title, description, requirements }) => [
    change(title),
    change(description),
    requirements.map(change),
  ])
  return `${JSON.stringify(rows)}.map(([title,description,requirements],i)=>({day:i+1,title,description,requirements}))`
}
