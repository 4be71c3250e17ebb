import { join, resolve } from 'node:path'
import type { BriefTexts } from '@thirty/contracts/briefs/en.ts'
import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { defaultLanguage, findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { languages, type Language } from '../../src/shared/i18n/languages.ts'
import { frontend } from './message-files.ts'
import { accent, mirror } from './pseudo.ts'

/** The folder with the briefs of the thirty days, by language. */
const briefsFolder = resolve(frontend, '../contracts/src/briefs')

/** The module that all others import the briefs from. */
const sourceFile = join(briefsFolder, `${languages[0].code}.ts`)

export const isBriefsFile = (file: string): boolean => file === sourceFile

/** Returns the briefs in a language, as the code of an array. It has no names of fields in each brief, because every page loads it. */
export function briefsCode(language: Language): string {
  const rows = briefsIn(language).map(({ title, description, requirements }) => [
    title,
    description,
    requirements,
  ])
  return `${JSON.stringify(rows)}.map(([title,description,requirements],i)=>({day:i+1,title,description,requirements}))`
}

function briefsIn(language: Language): readonly BriefTexts[] {
  const source = briefsByLanguage[findAccountLanguage(language.code) ?? defaultLanguage]
  if (!language.pseudo) return source
  const change = language.dir === 'rtl' ? mirror : accent
  return source.map(({ day, title, description, requirements }) => ({
    day,
    title: change(title),
    description: change(description),
    requirements: requirements.map(change),
  }))
}
