// The texts of emails, push messages, cards and briefs in every language, in the form of the file of a language. Texts of responses are in
// `texts/texts.ts`, and are translated in the browser.

import { briefs, type BriefTexts } from '../briefs/en.ts'
import { accountLanguages, defaultLanguage, type AccountLanguage } from './languages.ts'
import { en } from './messages/en.ts'

/** Texts by group and by the rest of their keys, as in the file of a language. */
type GroupsOfTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

type TextsOfLanguage = GroupsOfTexts & {
  [Group in keyof typeof en]: Record<keyof (typeof en)[Group], string>
}

const groupOf = ({ title, description, requirements }: BriefTexts): Record<string, string> => ({
  title,
  description,
  ...Object.fromEntries(requirements.map((text, index) => [`requirement${index + 1}`, text])),
})

export const englishTexts = {
  ...en,
  ...Object.fromEntries(briefs.map((brief) => [`day${brief.day}`, groupOf(brief)])),
} satisfies GroupsOfTexts

async function load(code: AccountLanguage): Promise<TextsOfLanguage> {
  if (code === defaultLanguage) return englishTexts
  // Safe: a spec compares keys and arguments with the English ones.
  const file = (await import(`./messages/${code}.json`, { with: { type: 'json' } })) as {
    default: TextsOfLanguage
  }
  return file.default
}

const entries = await Promise.all(accountLanguages.map(async (code) => [code, await load(code)] as const))

// Safe: the entries are one for each language.
export const textsByLanguage = Object.fromEntries(entries) as Record<AccountLanguage, TextsOfLanguage>
