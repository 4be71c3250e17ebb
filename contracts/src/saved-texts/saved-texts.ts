// The kinds, limits and placeholders of saved texts, and how reasons of rejections and feedback are stored and shown.

import { standIns } from '../accounts/stand-ins.ts'

/** What a saved text is for: the reason of a rejection, or the feedback of a rating. */
export const savedTextKinds = ['rejection', 'feedback'] as const
export type SavedTextKind = (typeof savedTextKinds)[number]

/** Maximum number of saved texts of each kind. */
export const maxSavedTexts = 100

/** Maximum length of the title of a saved text in characters. */
export const maxSavedTextTitle = 60

/** Maximum length of the reason of a rejection and of the feedback of a rating in characters. */
export const maxReviewText: Readonly<Record<SavedTextKind, number>> = { rejection: 1000, feedback: 5000 }

/** Maximum number of projects that one review decides about. */
export const maxReviewsAtOnce = 100

/** What a text can leave open: the name of the participant, the name of the project, and its day. */
type Placeholder = 'name' | 'project' | 'day'

/** What the placeholders stand for in the text about one project. */
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const placeholderPattern = /\{(name|project|day)\}/g

/** Returns a text with the values in place of its placeholders. Values are not filled in again, and other braces stay. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  // Safe: the pattern matches these names only.
  text.replaceAll(placeholderPattern, (_, name: string) => values[name as Placeholder])

/** Whether a text has a placeholder. */
export const hasPlaceholder = (text: string): boolean => text.search(placeholderPattern) >= 0

/** Shorter names would be found inside of sentences by chance. */
const minNameLength = 2

/**
 * Returns a text with placeholders in place of the name of the participant and of the project, wherever they are whole words. Days
 * stay: a number can mean anything.
 */
export const withPlaceholders = (text: string, { name, project }: PlaceholderValues): string =>
  [
    { value: project, placeholder: '{project}' },
    { value: name, placeholder: '{name}' },
  ]
    // A name that contains the other one is replaced first.
    .toSorted((left, right) => right.value.length - left.value.length)
    .reduce((result, { value, placeholder }) => replaceWords(result, value.trim(), placeholder), text)

function replaceWords(text: string, words: string, replacement: string): string {
  if (words.length < minNameLength) return text
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), replacement)
}

/** How the log has a reason or feedback. `nameOpen`: `{name}` stands for the participant, whose name is in no stream but their own. */
export type StoredReviewText = { text: string; nameOpen?: true | undefined }

/** Returns a text as it is stored, with `{name}` in place of the name of the participant, wherever it is a whole word. */
export function storedReviewText(text: string, name: string, kind: SavedTextKind): StoredReviewText {
  const open = replaceWords(text, name.trim(), '{name}')
  // A text that would be too long keeps the name, and is hidden as a whole once the account is deleted.
  return open.length > maxReviewText[kind] ? { text } : { text: open, nameOpen: true }
}

/** Names may have become longer. A text of hundreds of placeholders stays as it is, for a list of such texts would be megabytes. */
const maxShownLength = 2 * maxReviewText.feedback

/**
 * Returns a stored text as it is shown. `name`: of the participant, missing for a deleted account. A text from before names were left
 * open may contain the name, so nobody sees it after the deletion: it is empty.
 */
export function shownReviewText({ text, nameOpen }: StoredReviewText, name: string | undefined): string {
  if (nameOpen !== true) return name === undefined ? '' : text
  const shown = text.replaceAll('{name}', () => name ?? standIns.deletedPerson.message)
  return shown.length > maxShownLength ? text : shown
}

/** The most used ones first, then by title. */
export const byUse = (
  left: { uses: number; title: string },
  right: { uses: number; title: string },
): number => right.uses - left.uses || left.title.localeCompare(right.title)
