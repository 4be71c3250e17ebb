import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from '../../src/shared/i18n/languages.ts'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { briefsCode, isBriefsFile } from './briefs.ts'
import {
  compiledMessages,
  compilerOf,
  frontend,
  isFileOfMessages,
  messagesFolder,
  readGroup,
  readMessages,
  serverSentencesFile,
  serverTextsFile,
  sourceFile,
} from './message-files.ts'
import { addSentences, replaceKeys } from './replace-keys.ts'

const inLanguageFolder = (name: string) => join(frontend, 'src/shared/i18n', name)

/** The query of an import of all messages of a group, and of what they are in English: `en.ts?translations=serverTexts`. */
const groupOf = (query: string | undefined) => query?.match(/^translations=(\w+)$/)?.[1]

/** Puts the messages of a language into the scripts of a build, each one where it is used. */
export function textsIn(language: Language): Plugin[] {
  const codeOf = compilerOf(language)
  const sentences = readGroup('serverTexts', language)
  return [
    {
      name: 'texts-of-the-build',
      enforce: 'pre',
      transform: (_code, id) => {
        const [file = '', query] = id.split('?')
        if (file === inLanguageFolder('active-language.ts'))
          return `export const activeCode = ${JSON.stringify(language.code)}`
        if (isBriefsFile(file)) return `export const briefs = ${briefsCode(language)}`
        // The sentences are in the calls.
        if (file === serverTextsFile) return `${textLocaleCode}\nexport const texts = {}`
        // English pages show what the server has written.
        if (file === serverSentencesFile && language !== languages[0])
          return `export const sentences = ${JSON.stringify(sentences)}`
        if (file !== sourceFile) return undefined
        const group = groupOf(query)
        return group === undefined ? 'export const en = {}' : translationsCode(group, language)
      },
    },
    {
      name: 'keys-of-texts',
      // The compiler has removed types and JSX.
      enforce: 'post',
      transform(code) {
        const isUser = code.includes('/t.ts') || code.includes('/texts/text.ts')
        if (!isUser) return undefined
        const withMessages = replaceKeys(code, this.parse(code), codeOf)
        return { code: addSentences(withMessages, this.parse(withMessages), sentences), map: null }
      },
    },
  ]
}

/** The same in every language, so that the script of the libraries is there once. */
const textLocaleCode = `export const textLocale = globalThis.document?.documentElement.lang || 'en'`

/** Returns a module with the messages of a group; they are empty in the source language, which needs no translation. */
function translationsCode(group: string, language: Language): string {
  const isSource = language.code === languages[0].code
  const messages = isSource ? '{}' : compiledMessages(readGroup(group, language))
  const sources = isSource ? '{}' : JSON.stringify(readGroup(group, languages[0]))
  return `export const messages = ${messages}\nexport const sources = ${sources}`
}

/** Compiles the messages of all languages for the development server and for specs; the page chooses with its `lang`. */
export const textsWithoutBuild: Plugin = {
  name: 'texts-without-build',
  enforce: 'pre',
  transform(_code, id) {
    const [file = '', query] = id.split('?')
    const importLanguage = `import { activeLanguage } from ${JSON.stringify(inLanguageFolder('locale.ts'))}`
    if (isBriefsFile(file)) return `${importLanguage}\nexport const briefs = ${inActiveLanguage(briefsCode)}`
    if (!isFileOfMessages(file)) return undefined
    for (const { code, pseudo } of languages)
      if (!pseudo && code !== languages[0].code) this.addWatchFile(join(messagesFolder, `${code}.json`))
    const sentences = inActiveLanguage((language) => JSON.stringify(readGroup('serverTexts', language)))
    if (file === serverSentencesFile) return `${importLanguage}\nexport const sentences = ${sentences}`
    if (file === serverTextsFile)
      return `${importLanguage}\nexport const textLocale = activeLanguage.locale\nexport const texts = ${sentences}`
    const group = groupOf(query)
    if (group === undefined)
      return `${importLanguage}\nexport const en = ${inActiveLanguage((language) => compiledMessages(readMessages(language)))}`
    const modules = inActiveLanguage(
      (language) =>
        `{${translationsCode(group, language).replaceAll(/export const (\w+) = (.*)\n?/g, '$1:$2,')}}`,
    )
    return `${importLanguage}\nexport const { messages, sources } = ${modules}`
  },
}

/** Returns the code that chooses between the languages when a module runs. */
const inActiveLanguage = (codeOf: (language: Language) => string): string =>
  `{${languages.map((language) => `"${language.code}":()=>(${codeOf(language)})`).join()}}[activeLanguage.code]()`
