import type { Language } from '../../src/shared/i18n/languages.ts'
import type { en } from '../../src/messages/en.ts'
import { readGroup } from './message-files.ts'

type Key = keyof typeof en.heads

/** The pages that have their own texts in the head. */
export type HeadName = Key extends infer Each ? (Each extends `${infer Name}Title` ? Name : never) : never

type Head = { title: string; description: string }
export type Heads = Record<HeadName, Head> & {
  description: string
  noScript: string
  /** The shortcuts of the installed app, by their addresses. */
  shortcuts: Readonly<Record<string, string>>
}

/** Returns what browsers and search engines show of the pages, in a language. */
export function readHeads(language: Language): Heads {
  const messages = readGroup(language, 'heads')
  const text = (key: Key): string => messages[key] ?? ''
  return {
    description: text('description'),
    noScript: text('noScript'),
    shortcuts: { '/leaderboard': text('shortcutLeaderboard'), '/SubmitProject': text('shortcutSubmit') },
    landing: { title: text('landingTitle'), description: text('landingDescription') },
    logIn: { title: text('logInTitle'), description: text('logInDescription') },
    signUp: { title: text('signUpTitle'), description: text('signUpDescription') },
  }
}
