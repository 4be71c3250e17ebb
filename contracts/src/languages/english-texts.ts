// The English texts of emails, push messages, cards and briefs, in the form of the file of a language. Those of responses are in
// `texts/texts.ts`.

import { briefs, type BriefTexts } from '../briefs/en.ts'
import { en } from './messages/en.ts'

/** Texts by group and by the rest of their keys, as in the file of a language. */
export type GroupsOfTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

const groupOf = ({ title, description, requirements }: BriefTexts): Record<string, string> => ({
  title,
  description,
  ...Object.fromEntries(requirements.map((text, index) => [`requirement${index + 1}`, text])),
})

export const englishTexts = {
  ...en,
  ...Object.fromEntries(briefs.map((brief) => [`day${brief.day}`, groupOf(brief)])),
} satisfies GroupsOfTexts
