// The texts of emails, push messages, cards and briefs in every language. Those of responses are translated in the browser
// (`texts/texts.ts`).

import type { en } from './messages/en.ts'
import { englishTexts, type GroupsOfTexts } from './english-texts.ts'
import { accountLanguages, defaultLanguage, type AccountLanguage } from './languages.ts'

type TextsOfLanguage = GroupsOfTexts & {
  [Group in keyof typeof en]: Record<keyof (typeof en)[Group], string>
}

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
